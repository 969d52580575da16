/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.annotation.PublicEvolving;

/**
 * An integrity constraint: the condition that every written value of a state must satisfy. A
 * transaction that would write another value aborts. Serialized with the job, like functions.
 *
 * @param <V> value type
 */
@PublicEvolving
@FunctionalInterface
public interface Constraint<V> extends StatePlan.Check<V> {
    /**
     * Returns whether a value satisfies the constraint.
     *
     * @param value the value about to be written, never null
     * @return false to abort the transaction
     */
    @Override
    boolean test(V value);
}
