/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/**
 * What a stateful function inside a t-graph may do besides accessing its value.
 *
 * @param <O> type of the elements that the function emits
 */
public interface StateContext<O> extends TransactionContext {
    /**
     * Sends an element on. What an aborted transaction emitted is dropped.
     *
     * @param element never null
     */
    void emit(O element);
}
