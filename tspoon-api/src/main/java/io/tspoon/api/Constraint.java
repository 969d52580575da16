/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.StatePlan;

/**
 * What every value of a state must satisfy. A transaction that would write another value aborts.
 * Shipped with the job, as functions are.
 *
 * @param <V> value type
 */
@FunctionalInterface
public interface Constraint<V> extends StatePlan.Check<V> {
    /**
     * @param value what is about to be written, never null
     * @return whether it may be installed
     */
    @Override
    boolean test(V value);
}
