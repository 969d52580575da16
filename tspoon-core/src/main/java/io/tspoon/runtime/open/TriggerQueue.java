/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.transaction.TriggerKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Triggered transactions that wait until they enter.
 *
 * <p>An element of a stream enters behind those that wait when it comes, but not behind any that
 * are triggered later. So it enters even if chains never end, and so does what comes behind it in
 * the stream, such as a barrier. Costs O(1), or O(log n) where transactions have an order.
 */
final class TriggerQueue {
    /** From so many on it is full, until no more than half of them wait. */
    static final int MANY = 10_000;

    /**
     * A transaction that waits.
     *
     * @param arrival how many have come to wait, up to this one
     * @param number of the transaction that has triggered it; 0 if that was in an earlier run
     * @param root number of the transaction with which its chain has begun, in the same way
     */
    record Waiting(
            long arrival,
            long number,
            long root,
            TriggerKey key,
            TriggerPlan.Target target,
            long time,
            Object element) {}

    private static final Comparator<Waiting> ORDER =
            Comparator.comparingLong(Waiting::number).thenComparing(Waiting::key);

    /** Whether transactions take effect in the order of their numbers. */
    private final boolean inOrder;

    /** Those that may enter, in their order. */
    private final ArrayDeque<Waiting> ready = new ArrayDeque<>();

    /** Those before which others may come, as older transactions are in flight. */
    private final PriorityQueue<Waiting> behind = new PriorityQueue<>(ORDER);

    private long arrivals;
    private boolean full;

    /** Value of {@link #arrivals} when the element came, and how many up to there still wait. */
    private long beforeElement;

    private int beforeElementWait;

    TriggerQueue(boolean inOrder) {
        this.inOrder = inOrder;
    }

    /** One more waits; the parameters are those of {@link Waiting}. */
    void add(
            long number,
            long root,
            TriggerKey key,
            TriggerPlan.Target target,
            long time,
            Object element) {
        Waiting last = new Waiting(++arrivals, number, root, key, target, time, element);
        if (inOrder) {
            behind.add(last);
        } else {
            ready.add(last);
        }
        full |= size() >= MANY;
    }

    /**
     * Those that are behind no other one may enter.
     *
     * @param oldest number of the oldest transaction in flight
     */
    void inFlightFrom(long oldest) {
        Waiting first = behind.peek();
        while (first != null && first.number() < oldest) {
            ready.add(behind.remove());
            first = behind.peek();
        }
    }

    /** The next one that may enter; null if none may. */
    @Nullable Waiting peek() {
        return ready.peek();
    }

    /** Takes the next one that may enter. */
    Waiting remove() {
        Waiting next = ready.remove();
        if (next.arrival() <= beforeElement) {
            beforeElementWait--;
        }
        full &= size() > MANY / 2;
        return next;
    }

    /** An element of a stream has come. The one before it has entered. */
    void elementCame() {
        beforeElement = arrivals;
        beforeElementWait = size();
    }

    /** Whether all have entered that waited when the element came. */
    boolean letsElementIn() {
        return beforeElementWait == 0;
    }

    int size() {
        return ready.size() + behind.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /** Whether so many wait that nothing else may enter. */
    boolean isFull() {
        return full;
    }

    /** All of them, in their order. */
    List<Waiting> all() {
        List<Waiting> all = new ArrayList<>(ready);
        behind.stream().sorted(ORDER).forEach(all::add);
        return all;
    }
}
