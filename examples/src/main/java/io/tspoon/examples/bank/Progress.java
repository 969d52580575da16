/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Prints what has happened since the previous line. If nothing has happened it prints a line only
 * every few seconds, because a cluster may report its counts late.
 */
final class Progress {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_MILLI = 1e3;

    private static final double SILENCE_SECONDS = 5;

    private final PrintWriter out;
    private final long start = System.nanoTime();
    private long lastTime = start;
    private Totals last = Totals.NONE;

    Progress(PrintWriter out) {
        this.out = out;
    }

    void show(Totals now) {
        long time = System.nanoTime();
        double seconds = (time - lastTime) / NANOS_PER_SECOND;
        if (now.orders() == last.orders()
                && now.results() == last.results()
                && seconds < SILENCE_SECONDS) {
            return;
        }
        if (now.orders() < last.orders()) {
            out.println("The job was restarted after a failure; it counts anew.");
            last = Totals.NONE;
        }
        out.printf(
                Locale.ROOT,
                "%4.0f s %,9.0f orders/s, committed %,d, aborted %,d, retried %,d, %s%n",
                (time - start) / NANOS_PER_SECOND,
                (now.results() - last.results()) / seconds,
                now.commits(),
                now.aborts(),
                now.retries(),
                latency(last.latencies(), now.latencies()));
        out.flush();
        last = now;
        lastTime = time;
    }

    /** Describes the latencies between two moments. */
    static String latency(long[] before, long[] after) {
        return String.format(
                Locale.ROOT,
                "latency p50 %.1f ms, p99 %.1f ms",
                LatencyHistogram.percentile(before, after, 0.5) / MICROS_PER_MILLI,
                LatencyHistogram.percentile(before, after, 0.99) / MICROS_PER_MILLI);
    }
}
