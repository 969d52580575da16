/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/**
 * What a stateful function inside a t-graph can do besides accessing the value of its key.
 *
 * @param <O> type of the elements that the function emits
 */
@PublicEvolving
public interface StateContext<O> extends TransactionContext {
    /**
     * Emits an element downstream. If the transaction aborts, the element is dropped.
     *
     * <p>With object reuse enabled, the element is not copied: do not change it any more, see
     * {@link ValueAccess}.
     *
     * @param element never null
     */
    void emit(O element);

    /**
     * The timers of the key that is accessed, in the state whose function this is.
     *
     * @throws IllegalStateException if the t-graph does not say what is done when a timer of this
     *     state is due: call {@code onTimer} behind one of the accesses to it
     */
    default Timers timers() {
        throw new IllegalStateException(
                "[TSP-2240] Cannot use timers: nothing says what is done when one is due. Call"
                        + " onTimer behind an access to the state whose function sets them.");
    }
}
