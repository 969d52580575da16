/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * How an instance uses one of its states.
 *
 * @param plan plan of the state
 * @param valueCopies copies values for user code; null if they need no copies
 * @param emitCopies copies emitted elements; null if they need no copies
 */
@Internal
public record StateUse<I, V, O>(
        StatePlan<I, V, O> plan,
        @Nullable TypeSerializer<V> valueCopies,
        @Nullable TypeSerializer<O> emitCopies) {

    /** How an instance uses a state. */
    public static <I, V, O> StateUse<I, V, O> of(StatePlan<I, V, O> plan, boolean objectReuse) {
        TypeSerializer<V> values = plan.valueSerializer();
        TypeSerializer<O> emits = plan.outputSerializer();
        return new StateUse<>(
                plan,
                objectReuse || values.isImmutableType() ? null : values,
                objectReuse || emits.isImmutableType() ? null : emits);
    }
}
