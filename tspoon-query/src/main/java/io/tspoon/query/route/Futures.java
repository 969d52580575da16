/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Joins futures. */
final class Futures {
    private Futures() {}

    /** The same, but what depends on it runs elsewhere, also if it fails. */
    static <T> CompletableFuture<T> hop(CompletableFuture<T> future, Executor executor) {
        return future.whenCompleteAsync((result, failure) -> {}, executor);
    }

    /** The results of all, in their order; fails when all are done if one has failed. */
    static <T> CompletableFuture<List<T>> all(
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
