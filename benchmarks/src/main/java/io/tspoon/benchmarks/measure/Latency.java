/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.HdrHistogram.Histogram;

/**
 * How long transfers took from when they were due to their result at the sink. Of banks that apply
 * the halves of a transfer apart, how long each half took. Aborted transactions are left out.
 *
 * @param offeredPerSecond rate of the source
 * @param recordedShare results recorded, of those that were due; less than 1 means aborts, or that
 *     the rate was more than the job can take
 * @param completedShare the same, with those that were aborted meanwhile, and at most 1
 * @param meanMs of all
 * @param p50Ms median
 * @param p99Ms what 99 in 100 do not exceed
 * @param p999Ms what 999 in 1000 do not exceed
 * @param maxMs the longest
 */
public record Latency(
        double offeredPerSecond,
        double recordedShare,
        double completedShare,
        double meanMs,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        double maxMs) {
    /**
     * What a histogram of nanoseconds says.
     *
     * @param expected how many results were due
     * @param untimed how many more there were, or may have been at the ends of the span: of aborted
     *     transactions, and one of each source
     */
    public static Latency of(
            double offeredPerSecond, long expected, long untimed, Histogram histogram) {
        double due = Math.max(1, expected);
        return new Latency(
                offeredPerSecond,
                histogram.getTotalCount() / due,
                Math.min(1, (histogram.getTotalCount() + untimed) / due),
                histogram.getMean() / 1e6,
                ms(histogram.getValueAtPercentile(50)),
                ms(histogram.getValueAtPercentile(99)),
                ms(histogram.getValueAtPercentile(99.9)),
                ms(histogram.getMaxValue()));
    }

    private static double ms(long ns) {
        return ns / 1e6;
    }
}
