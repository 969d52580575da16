/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.common.accumulators.Accumulator;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts latencies in buckets whose width is 1/16 of their value, which gives an error of 6 %. One
 * task adds values while another thread may copy the counts.
 */
final class LatencyHistogram implements Accumulator<Long, long[]> {
    private static final long serialVersionUID = 1L;
    private static final int SUB_BITS = 4;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUB_BUCKETS;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

    @Override
    public void add(Long micros) {
        counts.incrementAndGet(bucket(Math.max(0, micros)));
    }

    @Override
    public long[] getLocalValue() {
        long[] copy = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    @Override
    public void resetLocal() {
        for (int i = 0; i < BUCKETS; i++) {
            counts.set(i, 0);
        }
    }

    @Override
    public void merge(Accumulator<Long, long[]> other) {
        long[] added = other.getLocalValue();
        for (int i = 0; i < BUCKETS; i++) {
            counts.addAndGet(i, added[i]);
        }
    }

    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public Accumulator<Long, long[]> clone() {
        LatencyHistogram copy = new LatencyHistogram();
        copy.merge(this);
        return copy;
    }

    /**
     * A percentile of the latencies that were counted between two moments.
     *
     * @param before counts at the first moment; may be empty
     * @param after counts at the second moment
     * @param share share of the values that are at most the result, 0 to 1
     * @return microseconds; 0 if nothing was counted
     */
    static long percentile(long[] before, long[] after, double share) {
        long[] counts = after.clone();
        long total = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] -= i < before.length ? before[i] : 0;
            total += counts[i];
        }
        long rank = (long) Math.ceil(total * share);
        long seen = 0;
        for (int i = 0; i < counts.length && total > 0; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return highest(i);
            }
        }
        return 0;
    }

    private static int bucket(long value) {
        if (value < SUB_BUCKETS) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        return shift * SUB_BUCKETS + (int) (value >>> shift);
    }

    private static long highest(int bucket) {
        if (bucket < SUB_BUCKETS) {
            return bucket;
        }
        int shift = bucket / SUB_BUCKETS - 1;
        long start = (long) (bucket - shift * SUB_BUCKETS) << shift;
        return start + (1L << shift) - 1;
    }
}
