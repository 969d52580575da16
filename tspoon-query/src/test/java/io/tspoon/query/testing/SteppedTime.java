/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.query.bound.Timer;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that passes when a test says so. What is due runs in the thread of the test. */
public final class SteppedTime implements Timer {
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::atMs).thenComparing(Due::number));
    private long nowMs = 1_000_000;
    private long number;

    private record Due(long atMs, long number, Runnable action) {}

    @Override
    public Runnable after(long delayMs, Runnable action) {
        Due one = new Due(nowMs + delayMs, number++, action);
        due.add(one);
        return () -> due.remove(one);
    }

    public long nowMs() {
        return nowMs;
    }

    /** Lets time pass, and has done whatever is due meanwhile. */
    public void pass(long ms) {
        long untilMs = nowMs + ms;
        while (!due.isEmpty() && due.peek().atMs() <= untilMs) {
            Due next = due.remove();
            nowMs = next.atMs();
            next.action().run();
        }
        nowMs = untilMs;
    }
}
