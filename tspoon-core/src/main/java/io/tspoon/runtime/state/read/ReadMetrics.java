/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;

import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The metrics of reads from one participant, and of what is kept for readers; all 0 if nobody can
 * read it.
 *
 * <p>Reads begin and end in any thread, so any thread may count them.
 */
@Internal
public final class ReadMetrics {
    private static final long UNKNOWN = -1;

    private final Counter answered;
    private final Counter refused;
    private final Counter timedOut;
    private final Counter givenUp;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile int pinnedVersions;
    private volatile int retainedVersions;

    /** By place of the state in the operator: the number of keys, or {@link #UNKNOWN}. */
    private final AtomicLongArray keys;

    /**
     * @param states names of the operator's states
     */
    public ReadMetrics(MetricGroup group, List<String> states) {
        keys = new AtomicLongArray(states.size());
        for (int i = 0; i < states.size(); i++) {
            int place = i;
            keys.set(place, UNKNOWN);
            group.addGroup("state", states.get(place)).gauge("keys", () -> keys.get(place));
        }
        answered = group.counter("answeredReads", new SharedCounter());
        refused = group.counter("refusedReads", new SharedCounter());
        timedOut = group.counter("timedOutReads", new SharedCounter());
        givenUp = group.counter("givenUpPins", new SharedCounter());
        group.gauge("readsUnderWay", underWay::get);
        group.gauge("pinnedVersions", () -> pinnedVersions);
        group.gauge("retainedVersions", () -> retainedVersions);
    }

    /** A read begins; it ends with its answer. */
    public void read(CompletableFuture<?> answer) {
        underWay.incrementAndGet();
        var unused = answer.whenComplete(this::ended);
    }

    /** Counts a pin that is refused or times out. */
    void pin(CompletableFuture<?> answer) {
        var unused = answer.whenComplete((value, failure) -> failed(failure));
    }

    private void ended(@Nullable Object value, @Nullable Throwable failure) {
        underWay.decrementAndGet();
        if (failure == null) {
            answered.inc();
        } else {
            failed(failure);
        }
    }

    /** Counts a failed read. The caller also ends a read, with a timeout, when its time is over. */
    private void failed(@Nullable Throwable failure) {
        if (failure instanceof TimeoutException) {
            timedOut.inc();
        } else if (failure instanceof ReadException read) {
            switch (read.reason()) {
                case TIMEOUT -> timedOut.inc();
                case OVERLOADED, TOO_LARGE -> refused.inc();
                default -> {} // the instance has moved, or the reader asked nonsense
            }
        }
    }

    /** Pins were given up before their time, because of a limit. */
    void gaveUp(int pins) {
        givenUp.inc(pins);
    }

    /**
     * @param pinned number of versions that are kept for pins
     * @param retained number of versions that only the retention keeps
     */
    void kept(int pinned, int retained) {
        pinnedVersions = pinned;
        retainedVersions = retained;
    }

    /**
     * The keys of a state were counted.
     *
     * @param place of the state in the operator
     * @param number -1 if there are too many to count
     */
    void counted(int place, long number) {
        keys.set(place, number);
    }

    /** A counter for any thread; Flink's own is for one thread only. */
    private static final class SharedCounter implements Counter {
        private final LongAdder count = new LongAdder();

        @Override
        public void inc() {
            count.increment();
        }

        @Override
        public void inc(long n) {
            count.add(n);
        }

        @Override
        public void dec() {
            count.decrement();
        }

        @Override
        public void dec(long n) {
            count.add(-n);
        }

        @Override
        public long getCount() {
            return count.sum();
        }
    }
}
