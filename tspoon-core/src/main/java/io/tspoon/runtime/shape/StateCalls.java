/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Calls the functions of an operator's states. One object for each instance, used by its mailbox
 * thread.
 *
 * @param <I> type of the elements that arrive
 * @param <V> type of what a record holds
 * @param <O> type of the elements that leave
 */
@Internal
public interface StateCalls<I, V, O> {
    /**
     * The use of the state whose function sees the access itself; null if functions see other
     * objects.
     */
    @Nullable ResolvedState<?, V, O> use();

    /** Calls the functions for an element that has come, with access to the record of its key. */
    void call(I element, UserFunctionAccess<V, O> access) throws Exception;

    /** The name of the state that was accessed last. */
    String lastState();
}
