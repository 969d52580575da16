/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import org.apache.flink.annotation.Internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Runs short actions later. */
@Internal
@FunctionalInterface
public interface Timer {
    /**
     * Runs an action after some milliseconds, in a thread that must not be blocked.
     *
     * @return cancels the action if it has not run yet
     */
    Runnable after(long delayMs, Runnable action);

    /**
     * Fails a future that is not done after some milliseconds. {@link CompletableFuture#orTimeout}
     * is no substitute: its thread never ends, and keeps the class loader of the first job in the
     * process that used it.
     *
     * @return the same future
     */
    default <T> CompletableFuture<T> limit(CompletableFuture<T> future, long timeoutMs) {
        if (!future.isDone()) {
            Runnable cancel =
                    after(timeoutMs, () -> future.completeExceptionally(new TimeoutException()));
            var unused = future.whenComplete((result, failure) -> cancel.run());
        }
        return future;
    }
}
