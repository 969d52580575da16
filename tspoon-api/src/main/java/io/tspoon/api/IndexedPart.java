/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.index.IndexDefinition;
import io.tspoon.runtime.plan.StatePlan;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The part of a value that a function gives. */
record IndexedPart<V>(IndexFunction<V, ?> function) implements IndexDefinition.Part {
    @Override
    @SuppressWarnings("unchecked") // values are those of the state
    public @Nullable Object of(Object key, Object value) {
        return function.part((V) value);
    }

    /** Throws what a function of an index throws; else the constraint decides. */
    record Check<V>(@Nullable Constraint<V> constraint, List<IndexDefinition> indexes)
            implements StatePlan.Check<V> {
        @Override
        public boolean test(V value) {
            if (constraint != null && !constraint.test(value)) {
                return false;
            }
            for (IndexDefinition index : indexes) {
                if (index.part() instanceof IndexedPart<?> part) {
                    Object unused = part.of(value, value);
                }
            }
            return true;
        }
    }
}
