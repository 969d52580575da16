/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Limits the number of scans of instances that run at once. The others wait for their turn, because
 * one request may need more scans than may run at once. Any thread may use it.
 */
final class ScanQueue {
    /** Bounds the memory of waiting scans. */
    static final int MAX_WAITING = 4_096;

    private final int maxRunning;
    private final Executor executor;

    @GuardedBy("this")
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private int running;

    /**
     * @param executor starts scans that have waited
     */
    ScanQueue(int maxRunning, Executor executor) {
        this.maxRunning = maxRunning;
        this.executor = executor;
    }

    /** Runs a scan, at once or when its turn comes; fails if too many are waiting already. */
    <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> scan) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Runnable begin = () -> begin(scan, answer);
        synchronized (this) {
            if (running == maxRunning) {
                if (waiting.size() >= MAX_WAITING) {
                    throw new QueryException(
                            FailureReason.OVERLOADED,
                            "[TSP-4205] Cannot scan: too many scans wait, max="
                                    + MAX_WAITING
                                    + ", "
                                    + QueryOptions.MAX_CONCURRENT_SCANS.key()
                                    + "="
                                    + maxRunning
                                    + ".");
                }
                waiting.add(begin);
                return answer;
            }
            running++;
        }
        begin.run();
        return answer;
    }

    private <T> void begin(Supplier<CompletableFuture<T>> scan, CompletableFuture<T> answer) {
        CompletableFuture<T> result;
        try {
            result = scan.get();
        } catch (RuntimeException e) {
            result = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<T> unused =
                result.whenComplete(
                        (value, failure) -> {
                            if (failure == null) {
                                answer.complete(value);
                            } else {
                                answer.completeExceptionally(failure);
                            }
                            next();
                        });
    }

    private void next() {
        Runnable first = poll();
        if (first != null) {
            executor.execute(first);
        }
    }

    private synchronized @Nullable Runnable poll() {
        Runnable first = waiting.poll();
        if (first == null) {
            running--;
        }
        return first;
    }
}
