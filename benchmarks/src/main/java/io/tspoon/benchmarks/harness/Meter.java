/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the sinks of one job count, readable from outside while the job runs.
 *
 * <p>Each sink subtask has a {@link Gauge} of its own, so that they do not share cache lines. Jobs
 * run in the JVM of the harness but get their functions as serialized copies, which find the meter
 * of their run by name: the registry is the one static, and entries leave it with {@link #close}.
 */
public final class Meter implements AutoCloseable {
    private static final Map<String, Meter> BY_NAME = new ConcurrentHashMap<>();

    private final String name;
    private final List<Gauge> gauges = new CopyOnWriteArrayList<>();
    private final LogMeter log = new LogMeter();
    private final Schedule schedule = new Schedule();
    private final Inspection inspection = new Inspection();
    private volatile long fromNs = Long.MAX_VALUE;
    private volatile long toNs = Long.MAX_VALUE;

    private Meter(String name) {
        this.name = name;
    }

    /** Opens the meter of a run. */
    public static Meter open(String name) {
        Meter meter = new Meter(name);
        if (BY_NAME.putIfAbsent(name, meter) != null) {
            throw new IllegalStateException("Cannot open meter: name is taken, name=" + name);
        }
        return meter;
    }

    /** A new gauge of a run, for one sink subtask. */
    public static Gauge gauge(String name) {
        Meter meter = named(name);
        Gauge gauge = new Gauge(meter);
        meter.gauges.add(gauge);
        return gauge;
    }

    /** What measures the log of a run. */
    public static LogMeter log(String name) {
        return named(name).log;
    }

    /** When the elements of a run are due, and how far the results are. */
    public static Schedule schedule(String name) {
        return named(name).schedule;
    }

    /** The open meter of a run. */
    public static Meter named(String name) {
        Meter meter = BY_NAME.get(name);
        if (meter == null) {
            throw new IllegalStateException("Cannot count: no such meter, name=" + name);
        }
        return meter;
    }

    public String name() {
        return name;
    }

    /** What the log of the run does. */
    public LogMeter log() {
        return log;
    }

    /** When the elements of the run are due, and how far the results are. */
    public Schedule schedule() {
        return schedule;
    }

    /** The step from the timed part of the run to its check. */
    public Inspection inspection() {
        return inspection;
    }

    /** Latencies count if the start lies in this span of {@link System#nanoTime}. */
    public void recordLatencies(long from, long to) {
        toNs = to;
        fromNs = from;
    }

    boolean records(long start) {
        return start >= fromNs && start < toNs;
    }

    /** How many sink subtasks have begun so far; those of a job that starts again count anew. */
    public int sinks() {
        return gauges.size();
    }

    /** The sum of what all sinks have counted so far. */
    public Counts counts() {
        Counts sum = Counts.ZERO;
        for (Gauge gauge : gauges) {
            sum = sum.plus(gauge.counts());
        }
        return sum;
    }

    /** How many transactions were aborted so far and go to no sink. */
    public long abortedEarly() {
        return gauges.stream().mapToLong(Gauge::abortedEarly).sum();
    }

    /** How many transactions were aborted so far. */
    public long aborted() {
        return counts().aborted() + abortedEarly();
    }

    /** How many transactions were aborted so far without a latency. */
    public long untimed() {
        return gauges.stream().mapToLong(Gauge::untimed).sum();
    }

    /** How many latencies were recorded so far. */
    public long recorded() {
        return gauges.stream().mapToLong(Gauge::recorded).sum();
    }

    /** How many transactions were called so far, beside what is measured. */
    public long called() {
        return gauges.stream().mapToLong(Gauge::called).sum();
    }

    /** The latencies of all sinks in nanoseconds; call it when the job has ended. */
    public Histogram latencies() {
        Histogram sum = Gauge.histogram();
        for (Gauge gauge : gauges) {
            sum.add(gauge.latencies());
        }
        return sum;
    }

    /** The elements that all sinks have kept; call it when the job has ended. */
    public List<Object> kept() {
        List<Object> all = new ArrayList<>();
        gauges.forEach(gauge -> all.addAll(gauge.kept()));
        return all;
    }

    /** The elements that any sink has marked; call it when the job has ended. */
    public BitSet marked() {
        BitSet all = new BitSet();
        gauges.forEach(gauge -> all.or(gauge.marked()));
        return all;
    }

    @Override
    public void close() {
        BY_NAME.remove(name);
    }
}
