/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How much more a source may give, all of its instances together. A test grants it. A job whose
 * input is longer than what was granted does not end, however late the test stops it. Blocks no
 * thread. Jobs of one test that run one after the other may share a ration; each instance that
 * fails or is stopped may have used up one element for nothing.
 */
public final class Ration {
    private static final ConcurrentMap<String, Ration> RATIONS = new ConcurrentHashMap<>();

    /** Those who wait; told whether all is granted. */
    private final Queue<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();

    private long left;
    private boolean open;

    private Ration() {}

    /** So many more elements may come. */
    public static void grant(String name, int count) {
        of(name).add(count, false);
    }

    /** All may come, without any pace. */
    public static void open(String name) {
        of(name).add(0, true);
    }

    static Ration of(String name) {
        return RATIONS.computeIfAbsent(name, any -> new Ration());
    }

    /** Limits an instance of a source to what is granted, and to a pace until all is. */
    <S extends SourceSplit> RateLimiter<S> with(RateLimiter<S> pace) {
        return count ->
                take().thenCompose(
                                all ->
                                        all
                                                ? CompletableFuture.completedFuture(null)
                                                : pace.acquire(count));
    }

    private synchronized CompletableFuture<Boolean> take() {
        if (open || left > 0) {
            left--;
            return CompletableFuture.completedFuture(open);
        }
        CompletableFuture<Boolean> granted = new CompletableFuture<>();
        waiting.add(granted);
        return granted;
    }

    private void add(int count, boolean all) {
        List<CompletableFuture<Boolean>> granted = new ArrayList<>();
        synchronized (this) {
            open |= all;
            left += count;
            while (!waiting.isEmpty() && (open || left > 0)) {
                left--;
                granted.add(waiting.remove());
            }
        }
        granted.forEach(one -> one.complete(all));
    }
}
