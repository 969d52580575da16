/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * When numbered elements are due, at a constant rate, however often the job starts again: what is
 * due while it is away waits for it, as in a broker.
 *
 * <p>Set by whoever measures, read by the threads of source and sink.
 */
public final class Schedule {
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    private final AtomicLong beginNs = new AtomicLong(NOT_BEGUN);
    private final LongAccumulator offered = new LongAccumulator(Math::max, -1);
    private final BitSet completed = new BitSet();
    private volatile double periodNs;

    Schedule() {}

    /** Element 0 is due when it is first asked for. */
    public void setRate(double perSecond) {
        periodNs = 1e9 / perSecond;
    }

    /** When an element is due, by {@link System#nanoTime}. */
    public long due(long number) {
        beginNs.compareAndSet(NOT_BEGUN, System.nanoTime());
        return beginNs.get() + Math.round(periodNs * number);
    }

    /** How many elements are due by now. */
    public long dueNow() {
        long begin = beginNs.get();
        return begin == NOT_BEGUN ? 0 : (long) ((System.nanoTime() - begin) / periodNs);
    }

    /** The source gives an element to the job, perhaps again. */
    public void offered(long number) {
        offered.accumulate(number);
    }

    /** The highest number that the source has given to the job; -1 if none. */
    public long newestOffered() {
        return offered.get();
    }

    /** The result of an element is there, perhaps again. */
    public void completed(long number) {
        synchronized (completed) {
            completed.set(Math.toIntExact(number));
        }
    }

    /** All elements up to this number have a result; -1 if not even the first has. */
    public long completedUpTo() {
        synchronized (completed) {
            return completed.nextClearBit(0) - 1L;
        }
    }
}
