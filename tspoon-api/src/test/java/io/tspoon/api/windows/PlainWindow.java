/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a window should have, computed anew each time from all that was ever added. */
public final class PlainWindow<E> {
    private final int size;
    private final int slide;
    private final ToLongFunction<E> timestamps;
    private final boolean atOnce;
    private final List<E> added;
    private long end;

    private PlainWindow(
            int size,
            int slide,
            ToLongFunction<E> timestamps,
            boolean atOnce,
            List<E> added,
            long end) {
        this.size = size;
        this.slide = slide;
        this.timestamps = timestamps;
        this.atOnce = atOnce;
        this.added = added;
        this.end = end;
    }

    public static <E> PlainWindow<E> ofLast(int size, int slide) {
        return new PlainWindow<>(size, slide, null, false, new ArrayList<>(), 0);
    }

    public static <E> PlainWindow<E> ofTime(
            int size, int slide, ToLongFunction<E> timestamps, boolean atOnce) {
        return new PlainWindow<>(size, slide, timestamps, atOnce, new ArrayList<>(), 0);
    }

    public PlainWindow<E> copy() {
        return new PlainWindow<>(size, slide, timestamps, atOnce, new ArrayList<>(added), end);
    }

    /** Returns whether it was not late. */
    public boolean add(E element) {
        if (timestamps != null) {
            long timestamp = timestamps.applyAsLong(element);
            if (timestamp < end) {
                return false;
            }
            advanceTo(timestamp);
        }
        added.add(element);
        return true;
    }

    public void advanceTo(long timestamp) {
        end = Math.max(end, timestamp / slide * slide);
    }

    public List<E> elements() {
        if (timestamps == null) {
            int in = added.size() / slide * slide;
            return added.subList(Math.max(0, in - size), in);
        }
        long closed = atOnce ? end + slide : end;
        return added.stream()
                .filter(element -> timestamps.applyAsLong(element) < closed)
                .filter(element -> timestamps.applyAsLong(element) >= closed - size)
                .toList();
    }

    /** How many wait for their slide. */
    public int staged() {
        if (timestamps == null) {
            return added.size() % slide;
        }
        return atOnce
                ? 0
                : (int) added.stream().filter(e -> timestamps.applyAsLong(e) >= end).count();
    }
}
