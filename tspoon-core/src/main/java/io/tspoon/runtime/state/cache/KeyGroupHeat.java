/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.read.KeyGroupLoad;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/**
 * How often each key group of an instance was accessed lately, by a {@link KeySample}.
 *
 * <p>Counts are of two windows: the one that is under way, and the one before it. So what is told
 * is of the last one to two minutes, without a copy of counts.
 *
 * <p>Threads: {@link #accessed} is for the operator's thread, {@link #loads} for any thread.
 *
 * @param <K> what is accessed, a key or its partition
 */
@Internal
public final class KeyGroupHeat<K> {
    static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ToIntFunction<? super K> groupOf;
    private final int first;
    private final int size;
    private final LongSupplier clock;
    private volatile Windows windows;

    /** Those whose counts are told; the later one grows. The earlier one has none at the start. */
    private record Windows(Window earlier, Window later) {}

    private record Window(long sinceNanos, AtomicIntegerArray counts) {}

    /**
     * @param groupOf the key group of what is accessed
     * @param first key group of the instance
     * @param size number of its key groups
     * @param clock nanoseconds, as {@link System#nanoTime()}
     */
    public KeyGroupHeat(ToIntFunction<? super K> groupOf, int first, int size, LongSupplier clock) {
        this.groupOf = groupOf;
        this.first = first;
        this.size = size;
        this.clock = clock;
        long now = clock.getAsLong();
        windows = new Windows(window(now), window(now));
    }

    private Window window(long now) {
        return new Window(now, new AtomicIntegerArray(size));
    }

    /** A key is accessed that stands for all between it and the sampled one before it. */
    void accessed(K key) {
        int place = groupOf.applyAsInt(key) - first;
        if (place < 0 || place >= size) {
            return; // its hash code has changed, which is found elsewhere
        }
        long now = clock.getAsLong();
        Window later = windows.later();
        if (now - later.sinceNanos() >= WINDOW_NANOS) {
            Window next = window(now);
            windows = new Windows(isOver(later, now) ? window(now) : later, next);
            later = next;
        }
        later.counts().setRelease(place, later.counts().getPlain(place) + 1);
    }

    /** Whether what a window has is too old to be told, as nothing was accessed since. */
    private static boolean isOver(Window window, long now) {
        return now - window.sinceNanos() >= 2 * WINDOW_NANOS;
    }

    /** The key groups that were accessed, in their order. */
    public List<KeyGroupLoad> loads() {
        Windows told = windows;
        long now = clock.getAsLong();
        if (isOver(told.later(), now)) {
            return List.of();
        }
        double seconds = (now - told.earlier().sinceNanos()) / 1e9;
        List<KeyGroupLoad> loads = new ArrayList<>();
        for (int place = 0; place < size; place++) {
            long count = told.later().counts().getAcquire(place);
            count += told.earlier().counts().getAcquire(place);
            if (count > 0) {
                loads.add(
                        new KeyGroupLoad(
                                first + place, count * KeySample.STRIDE / Math.max(seconds, 1)));
            }
        }
        return loads;
    }

    /** The share of the accesses of this instance that go to its hottest key group, at most 1. */
    public double shareOfHottest() {
        double sum = 0;
        double most = 0;
        for (KeyGroupLoad load : loads()) {
            sum += load.accessesPerS();
            most = Math.max(most, load.accessesPerS());
        }
        return sum == 0 ? 0 : most / sum;
    }
}
