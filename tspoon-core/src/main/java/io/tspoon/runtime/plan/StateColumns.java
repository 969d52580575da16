/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.io.Serializable;

/**
 * How the updates of one stateful operator are written.
 *
 * @param name of the state
 * @param keySerializer writes its keys
 * @param valueSerializer writes its values
 */
public record StateColumns(
        String name, TypeSerializer<?> keySerializer, TypeSerializer<?> valueSerializer)
        implements Serializable {
    public static StateColumns of(StatePlan<?, ?, ?, ?> state) {
        return new StateColumns(state.name(), state.keySerializer(), state.valueSerializer());
    }
}
