/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.StreamSupport;

/**
 * A histogram of the last minute: what is older does not count, however little has come since. A
 * value is known to a hundredth of it.
 *
 * <p>Threads: one updates it, any thread reads it.
 */
@Internal
public final class RecentHistogram implements Histogram {
    private static final int SLICES = 6;
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int DIGITS = 2;

    private final long highest;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private final Slice[] slices = new Slice[SLICES];
    private volatile long count;

    /** What came within a few seconds, which are counted from the start. */
    private static final class Slice {
        final AtomicHistogram values;
        volatile long number = -1;

        Slice(long highest) {
            values = new AtomicHistogram(highest, DIGITS);
        }
    }

    /**
     * @param highest value that is told apart from higher ones
     */
    public RecentHistogram(long highest) {
        this(highest, System::nanoTime);
    }

    /** As above, with a clock of its own. */
    RecentHistogram(long highest, LongSupplier nanoTime) {
        this.highest = highest;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
        for (int i = 0; i < SLICES; i++) {
            slices[i] = new Slice(highest);
        }
    }

    /** A histogram of durations of up to an hour, in nanoseconds. */
    public static RecentHistogram ofNanos() {
        return new RecentHistogram(TimeUnit.HOURS.toNanos(1));
    }

    /** A histogram of sizes of up to a million. */
    public static RecentHistogram ofSizes() {
        return new RecentHistogram(1_000_000);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread updates
    public void update(long value) {
        long number = sliceNumber();
        Slice slice = slices[(int) (number % SLICES)];
        if (slice.number != number) {
            slice.number = -1; // nobody reads a part of what it held
            slice.values.reset();
            slice.number = number;
        }
        slice.values.recordValue(Math.max(0, Math.min(value, highest)));
        count++;
    }

    private long sliceNumber() {
        return (nanoTime.getAsLong() - startNanos) / SLICE_NANOS;
    }

    /** The number of values so far, also of those that do not count any more. */
    @Override
    public long getCount() {
        return count;
    }

    @Override
    public HistogramStatistics getStatistics() {
        org.HdrHistogram.Histogram sum = new org.HdrHistogram.Histogram(highest, DIGITS);
        long oldest = sliceNumber() - SLICES;
        for (Slice slice : slices) {
            if (slice.number > oldest) {
                sum.add(slice.values);
            }
        }
        return new Statistics(sum);
    }

    /** What the values of the last minute have in common. */
    private static final class Statistics extends HistogramStatistics {
        private static final double PERCENT = 100;

        private final org.HdrHistogram.Histogram values;

        Statistics(org.HdrHistogram.Histogram values) {
            this.values = values;
        }

        @Override
        public double getQuantile(double quantile) {
            return values.getValueAtPercentile(quantile * PERCENT);
        }

        /** The values, each once however often it has come. */
        @Override
        public long[] getValues() {
            return StreamSupport.stream(values.recordedValues().spliterator(), false)
                    .mapToLong(HistogramIterationValue::getValueIteratedTo)
                    .toArray();
        }

        @Override
        public int size() {
            return (int) Math.min(Integer.MAX_VALUE, values.getTotalCount());
        }

        @Override
        public double getMean() {
            return values.getMean();
        }

        @Override
        public double getStdDev() {
            return values.getStdDeviation();
        }

        @Override
        public long getMax() {
            return values.getMaxValue();
        }

        @Override
        public long getMin() {
            return values.getTotalCount() == 0 ? 0 : values.getMinValue();
        }
    }
}
