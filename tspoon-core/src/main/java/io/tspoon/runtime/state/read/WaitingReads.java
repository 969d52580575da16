/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;
import io.tspoon.read.ReadableState;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The reads of one instance that wait for the stable timestamp or for a log, at most {@value #MOST}
 * of each kind. Each read ends when its time is over. Confined to the operator's thread.
 */
final class WaitingReads {
    private static final int MOST = 65_536;

    private final ReadQueue queue;
    private final ReadFailures failures;

    private final PriorityQueue<Read<?>> untilStable =
            new PriorityQueue<>((a, b) -> Long.compare(a.awaited, b.awaited));

    /** In no particular order. */
    private final List<Read<?>> untilDurable = new ArrayList<>();

    WaitingReads(ReadQueue queue, ReadFailures failures) {
        this.queue = queue;
        this.failures = failures;
    }

    /** A read that may have to wait. */
    abstract static class Read<T> extends ReadTask<T> {
        private final long deadlineNanos;
        private long awaited;

        Read(Duration timeout) {
            Duration bounded =
                    timeout.compareTo(ReadableState.LONGEST_DURATION) > 0
                            ? ReadableState.LONGEST_DURATION
                            : timeout;
            this.deadlineNanos = System.nanoTime() + bounded.toNanos();
        }

        /** Whether what was read is durable, so that it may be shown. */
        boolean isDurable() {
            return true;
        }
    }

    /** Makes a read wait until everything up to the timestamp is applied. */
    void untilStable(Read<?> read, long timestamp) {
        checkRoom(untilStable.size());
        read.awaited = timestamp;
        untilStable.add(read);
    }

    /** Makes a read wait until what it has read is durable. */
    void untilDurable(Read<?> read) {
        checkRoom(untilDurable.size());
        untilDurable.add(read);
    }

    private void checkRoom(int reads) {
        if (reads >= MOST) {
            throw failures.of(
                    ReadException.Reason.OVERLOADED,
                    "[TSP-2301] Cannot read state: too many reads wait, limit=" + MOST);
        }
    }

    /**
     * The lowest timestamp up to which a read waits for everything to be applied; {@link
     * Long#MAX_VALUE} if none waits.
     */
    long lowestAwaited() {
        Read<?> read = untilStable.peek();
        return read == null ? Long.MAX_VALUE : read.awaited;
    }

    /** More transactions are applied or durable; continues the reads that have waited for them. */
    void advanced(long stable) {
        Read<?> read = untilStable.peek();
        while (read != null && read.awaited <= stable) {
            untilStable.poll();
            queue.addAgain(read);
            read = untilStable.peek();
        }
        if (!untilDurable.isEmpty()) {
            untilDurable.removeIf(this::goOnIfDurable);
        }
    }

    private boolean goOnIfDurable(Read<?> read) {
        boolean durable = read.isDurable();
        if (durable) {
            queue.addAgain(read);
        }
        return durable;
    }

    /** Ends reads that have waited too long, and drops those for which nobody waits. */
    void tick(long stable) {
        long now = System.nanoTime();
        untilStable.removeIf(
                read ->
                        isOver(
                                read,
                                now,
                                "[TSP-2321] Cannot read state: transactions up to the snapshot are"
                                        + " not over yet, snapshot="
                                        + read.awaited
                                        + ", stable="
                                        + stable));
        untilDurable.removeIf(
                read ->
                        isOver(
                                read,
                                now,
                                "[TSP-2322] Cannot read state: what was read is not in the"
                                        + " write-ahead log yet"));
    }

    private boolean isOver(Read<?> read, long now, String why) {
        if (read.answer().isDone()) {
            return true;
        }
        if (now - read.deadlineNanos < 0) {
            return false;
        }
        read.fail(failures.of(ReadException.Reason.TIMEOUT, why));
        return true;
    }

    void close() {
        for (List<Read<?>> reads : List.of(List.copyOf(untilStable), untilDurable)) {
            for (Read<?> read : reads) {
                read.fail(
                        failures.of(
                                ReadException.Reason.GONE,
                                "[TSP-2302] Cannot read state: the instance has ended"));
            }
        }
        untilStable.clear();
        untilDurable.clear();
    }
}
