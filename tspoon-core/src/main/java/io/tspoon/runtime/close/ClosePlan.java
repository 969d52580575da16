/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.shape.ValueShape;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.List;

/**
 * What the close operator needs to know.
 *
 * @param settings settings of the t-graph
 * @param states all states of the t-graph, in the order of their description
 * @param shapes for each stateful operator what its records hold
 * @param elementSerializer reads the elements that leave the t-graph
 * @param inputs writes the elements that results give back; null if they give none back
 */
@Internal
public record ClosePlan<T>(
        GraphSettings settings,
        List<StateColumns> states,
        List<? extends ValueShape<?, ?, ?>> shapes,
        TypeSerializer<T> elementSerializer,
        @Nullable InputColumn inputs)
        implements Serializable {
    /** What the close operator needs to know if results do not give elements back. */
    public ClosePlan(
            GraphSettings settings,
            List<StateColumns> states,
            List<? extends ValueShape<?, ?, ?>> shapes,
            TypeSerializer<T> elementSerializer) {
        this(settings, states, shapes, elementSerializer, null);
    }
}
