/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a state, and the copies that it takes with this job's setting of object reuse.
 *
 * @param plan plan of the state
 * @param valueCopies copies values for user code; null if they need no copies
 * @param emitCopies copies emitted elements; null if they need no copies
 */
@Internal
public record ResolvedState<I, V, O>(
        StatePlan<I, V, O> plan,
        @Nullable TypeSerializer<V> valueCopies,
        @Nullable TypeSerializer<O> emitCopies) {

    /** The plan, resolved against the setting. */
    public static <I, V, O> ResolvedState<I, V, O> of(
            StatePlan<I, V, O> plan, boolean objectReuse) {
        TypeSerializer<V> values = plan.valueSerializer();
        TypeSerializer<O> emits = plan.outputSerializer();
        return new ResolvedState<>(
                plan,
                objectReuse || values.isImmutableType() ? null : values,
                objectReuse || emits.isImmutableType() ? null : emits);
    }
}
