/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/**
 * What user code inside a t-graph may do with the transaction that it runs for.
 *
 * <p>Valid only during the call it was passed to, and only on that thread.
 */
public interface TransactionContext {
    /**
     * Aborts the transaction: none of its updates will be installed, and its result carries the
     * reason. Does not return, but leaves the function by an exception. Whatever code makes of that
     * one, or throws after it, the transaction is aborted, for its first reason.
     *
     * @param reason what a reader of the result should know, a constant text
     * @param details names and values in turn, for instance {@code "item", item.id()}
     */
    void abort(String reason, Object... details);
}
