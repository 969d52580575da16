/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * The outcomes of a coordinator's last transactions, by key, for those who have sent an element and
 * want to know what became of it. Bounded by age and by number.
 *
 * <p>Threads: {@link #add} is for the close operator's thread; everything else is for any thread.
 */
@Internal
public final class OutcomeMemory {
    private final long retentionNanos;
    private final int most;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<Name, Kept> kept = new ConcurrentHashMap<>();
    private final ConcurrentMap<Name, List<CompletableFuture<RetainedOutcome>>> awaited =
            new ConcurrentHashMap<>();

    /** Oldest first; of the close operator's thread. */
    private final ArrayDeque<Kept> order = new ArrayDeque<>();

    private record Name(String entrance, String key) {}

    private record Kept(Name name, RetainedOutcome outcome, long nanos) {}

    /**
     * @param retentionNanos how long an outcome is kept
     * @param most the highest number of outcomes that are kept
     * @param nanoTime a clock
     */
    public OutcomeMemory(long retentionNanos, int most, LongSupplier nanoTime) {
        this.retentionNanos = retentionNanos;
        this.most = most;
        this.nanoTime = nanoTime;
    }

    /** A result leaves the t-graph. If two transactions have one key, the later one is kept. */
    public void add(TransactionResult<?> result) {
        Name name = new Name(result.entrance(), result.key());
        RetainedOutcome outcome =
                new RetainedOutcome(
                        result.entrance(),
                        result.key(),
                        result.id().value(),
                        result.timestamp().value(),
                        result.outcome(),
                        result.attempts(),
                        result.reasons());
        long now = nanoTime.getAsLong();
        Kept added = new Kept(name, outcome, now);
        kept.put(name, added);
        order.add(added);
        forget(now);
        // Whoever comes after this finds the outcome.
        List<CompletableFuture<RetainedOutcome>> waiting = awaited.remove(name);
        if (waiting != null) {
            waiting.forEach(one -> one.complete(outcome));
        }
    }

    private void forget(long now) {
        Kept oldest = order.peek();
        while (oldest != null && (order.size() > most || isOld(oldest, now))) {
            order.remove();
            kept.remove(oldest.name(), oldest);
            oldest = order.peek();
        }
    }

    private boolean isOld(Kept outcome, long now) {
        return now - outcome.nanos() > retentionNanos;
    }

    /** The outcome of a transaction; null if it is not known, or not any more. */
    public @Nullable RetainedOutcome find(String entrance, String key) {
        Kept found = kept.get(new Name(entrance, key));
        return found == null || isOld(found, nanoTime.getAsLong()) ? null : found.outcome();
    }

    /**
     * The outcome of a transaction once it is known. Who does not want to wait any longer cancels
     * the future.
     */
    public CompletableFuture<RetainedOutcome> await(String entrance, String key) {
        Name name = new Name(entrance, key);
        CompletableFuture<RetainedOutcome> future = new CompletableFuture<>();
        awaited.compute(
                name,
                (same, others) -> {
                    List<CompletableFuture<RetainedOutcome>> all =
                            others == null ? new ArrayList<>() : new ArrayList<>(others);
                    all.add(future);
                    return all;
                });
        RetainedOutcome known = find(entrance, key);
        if (known != null) {
            future.complete(known);
        }
        var unused = future.whenComplete((outcome, failure) -> forget(name, future));
        return future;
    }

    private void forget(Name name, CompletableFuture<RetainedOutcome> future) {
        awaited.computeIfPresent(
                name,
                (same, others) -> {
                    List<CompletableFuture<RetainedOutcome>> left = new ArrayList<>(others);
                    left.removeIf(other -> other == future);
                    return left.isEmpty() ? null : left;
                });
    }

    /** How many wait; for tests. */
    int waiting() {
        return awaited.size();
    }
}
