/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Combines futures. */
@Internal
public final class Futures {
    private Futures() {}

    /** The same result or failure, but dependent actions run in the executor. */
    public static <T> CompletableFuture<T> hop(CompletableFuture<T> future, Executor executor) {
        return future.whenCompleteAsync((result, failure) -> {}, executor);
    }

    /** The results of all futures in their order. If one fails, fails once all are done. */
    public static <T> CompletableFuture<List<T>> all(
            List<? extends CompletableFuture<? extends T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenApply(
                        ignored -> {
                            List<T> results = new ArrayList<>(futures.size());
                            for (CompletableFuture<? extends T> future : futures) {
                                results.add(future.join());
                            }
                            return results;
                        });
    }
}
