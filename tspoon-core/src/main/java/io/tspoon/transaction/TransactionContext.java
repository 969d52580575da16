/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * What user code inside a t-graph can do with the transaction that it runs for.
 *
 * <p>Valid only during the call that it was passed to, and only on that thread.
 */
@PublicEvolving
public interface TransactionContext {
    /**
     * Aborts the transaction: none of its updates will be installed, and its result carries the
     * reason. This method never returns; it leaves the function with an exception. Even if the
     * function catches that exception, or throws another one after it, the transaction is aborted,
     * for its first reason.
     *
     * <p>No argument makes the job fail; missing ones are filled in as described below. The result
     * has at most 20,000 characters of the reason and as many of all details together.
     *
     * @param reason tells the reader of the result why, as a constant text; null stands for {@code
     *     no reason given}
     * @param details alternating names and values, such as {@code "item", item.id()}, converted to
     *     text. A last one without a partner gets the name "detail"; null becomes the text {@code
     *     null}
     */
    void abort(@Nullable String reason, @Nullable Object... details);

    /**
     * Triggers another transaction: when this one has committed, the element comes into the t-graph
     * by the entrance, at the same coordinator, before any further element of a stream. If this one
     * aborts, nothing comes.
     *
     * <p>A transaction that triggers more than {@link TriggerTarget#MAX_TRIGGERED} elements, or
     * triggers one though it is the last of a chain of {@link TriggerTarget#MAX_DEPTH}, is aborted
     * with the reason {@code too many triggers}.
     *
     * <p>With object reuse enabled, the element is not copied: do not change it any more.
     *
     * @param entrance by which the element comes; opened with {@code openTriggers}
     * @param element never null
     * @throws IllegalStateException if the t-graph has no such entrance
     */
    default <T> void trigger(TriggerTarget<T> entrance, T element) {
        throw new IllegalStateException(
                "[TSP-2272] Cannot trigger transaction: nothing can be triggered here, entrance="
                        + entrance.name()
                        + ". Trigger it from a function of process, apply, transact or procedure.");
    }
}
