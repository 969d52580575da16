/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.jspecify.annotations.Nullable;

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
     * <p>No argument fails the job: what is missing is filled in.
     *
     * @param reason what a reader of the result should know, a constant text; null stands for
     *     {@code no reason given}
     * @param details names and values in turn, for instance {@code "item", item.id()}, as text. A
     *     last one without a partner is a value with the name "detail"; null is the text
     *     {@code null}
     */
    void abort(@Nullable String reason, @Nullable Object... details);
}
