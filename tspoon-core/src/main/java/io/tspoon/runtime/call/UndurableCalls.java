/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The calls that have ended since the last completed checkpoint, and who waits until one holds
 * them. Without a log their outcomes are durable then. Confined to the mailbox thread.
 */
final class UndurableCalls {
    private final Map<CallKey, Ended> calls = new HashMap<>();
    private final ArrayDeque<Ended> order = new ArrayDeque<>();

    /** By checkpoint that is under way: how many calls had ended before it. */
    private final NavigableMap<Long, Long> checkpoints = new TreeMap<>();

    private long ended;

    /** A call, those who wait, and its place among all. */
    private record Ended(
            CallKey key, Retention.Retained outcome, PendingCall waiting, long number) {}

    void add(CallKey key, Retention.Retained outcome, PendingCall waiting) {
        Ended added = new Ended(key, outcome, waiting, ++ended);
        calls.put(key, added);
        order.add(added);
    }

    /** Those who wait until a call is durable; null if it is. */
    @Nullable PendingCall find(CallKey key) {
        Ended found = calls.get(key);
        return found == null ? null : found.waiting();
    }

    /** A checkpoint holds all that has ended so far, if it completes. */
    void snapshot(long checkpoint) {
        checkpoints.put(checkpoint, ended);
    }

    void completed(long checkpoint) {
        Map.Entry<Long, Long> highest = checkpoints.floorEntry(checkpoint);
        if (highest == null) {
            return;
        }
        Ended oldest = order.peek();
        while (oldest != null && oldest.number() <= highest.getValue()) {
            order.remove();
            calls.remove(oldest.key(), oldest);
            oldest.waiting().tell(oldest.outcome(), true);
            oldest = order.peek();
        }
        checkpoints.headMap(checkpoint, true).clear();
    }

    void aborted(long checkpoint) {
        checkpoints.remove(checkpoint);
    }

    int size() {
        return order.size();
    }

    /**
     * Nobody learns any more whether they become durable.
     *
     * @param failures says why, of each call
     */
    void fail(Function<CallKey, Exception> failures) {
        order.forEach(one -> one.waiting().fail(failures.apply(one.key())));
        order.clear();
        calls.clear();
    }
}
