/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what reaches one sink subtask. Written by that subtask's thread only, read by any.
 *
 * <p>Cost: three plain additions and three stores for each result.
 */
public final class Gauge {
    private static final int RESULTS = 16;
    private static final int ABORTED = 17;
    private static final int RETRIES = 18;
    private static final int RECORDED = 19;
    private static final int ABORTED_EARLY = 20;
    private static final int UNTIMED = 21;
    private static final int CONSUMED = 22;
    private static final int CALLED = 23;

    /** Room to both sides, so that no neighbour's data shares a cache line. */
    private static final int WORDS = 40;

    private static final long HIGHEST_NS = 600_000_000_000L;

    private final Meter meter;
    private final AtomicLongArray counts = new AtomicLongArray(WORDS);
    private final Histogram latencies = histogram();
    private final List<Object> kept = new ArrayList<>();
    private final BitSet marked = new BitSet();

    Gauge(Meter meter) {
        this.meter = meter;
    }

    static Histogram histogram() {
        return new Histogram(1_000, HIGHEST_NS, 3);
    }

    /** Counts a result that can neither abort nor be retried. */
    public void count() {
        count(1);
    }

    /** Counts results that can neither abort nor be retried. */
    public void count(int results) {
        add(RESULTS, results);
    }

    /** Counts the result of a transaction that was called, beside what is measured. */
    public void countCalled() {
        add(CALLED, 1);
    }

    /** Counts the result of a transaction. */
    public void count(boolean aborted, int attempts) {
        if (aborted) {
            add(ABORTED, 1);
        }
        countRetries(attempts);
        add(RESULTS, 1);
    }

    /** Counts a transaction whose element goes on to another one, and to a sink only then. */
    public void countEarly(boolean aborted, int attempts) {
        if (aborted) {
            add(ABORTED_EARLY, 1);
            countUntimed();
        }
        countRetries(attempts);
    }

    private void countRetries(int attempts) {
        if (attempts > 1) {
            add(RETRIES, attempts - 1);
        }
    }

    /** Counts an aborted transaction that does not say when it was due. */
    public void countUntimed() {
        add(UNTIMED, 1);
    }

    /** Whether what comes is the answer to a question, and to be kept. */
    public boolean isInspected() {
        return meter.inspection().isBegun();
    }

    /** Takes what an element says, so that no compiler leaves out computing it. */
    public void consume(long answer) {
        add(CONSUMED, answer);
    }

    /** Keeps an element, for checks after the job has ended. */
    public void keep(Object element) {
        kept.add(element);
    }

    /** Marks an element by its number among all of the run, for checks after the job has ended. */
    public void mark(long number) {
        marked.set(Math.toIntExact(number));
    }

    /** Records how long ago the transfer was due, if that lies in the measured span. */
    public void recordSince(long start) {
        recordSince(start, 1);
    }

    /** The same of transfers that were due together. */
    public void recordSince(long start, int transfers) {
        if (meter.records(start)) {
            long ns = Math.min(System.nanoTime() - start, HIGHEST_NS);
            latencies.recordValueWithCount(ns, transfers);
            add(RECORDED, transfers);
        }
    }

    Counts counts() {
        long results = counts.getAcquire(RESULTS); // first: the rest is at least as new
        return new Counts(results, counts.getOpaque(ABORTED), counts.getOpaque(RETRIES));
    }

    long abortedEarly() {
        return counts.getOpaque(ABORTED_EARLY);
    }

    long untimed() {
        return counts.getOpaque(UNTIMED);
    }

    long recorded() {
        return counts.getOpaque(RECORDED);
    }

    long called() {
        return counts.getOpaque(CALLED);
    }

    List<Object> kept() {
        return kept;
    }

    BitSet marked() {
        return marked;
    }

    Histogram latencies() {
        return latencies;
    }

    private void add(int index, long delta) {
        counts.setRelease(index, counts.getPlain(index) + delta);
    }
}
