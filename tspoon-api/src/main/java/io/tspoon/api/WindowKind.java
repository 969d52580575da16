/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import java.io.Serializable;

/**
 * What elements are in a window.
 *
 * @param <E> type of the elements
 */
sealed interface WindowKind<E> extends Serializable {
    /** The number of slots that are used by turns; 0 if each element has one of its own. */
    int slots();

    /** Adds an element; returns false if it is late. */
    boolean add(WindowView<?, E, ?> window, E element);

    /** Lets the time of a window go on. */
    void advance(WindowView<?, E, ?> window, long timestamp);

    /**
     * The last elements. When a slide is full, the oldest go out before its last element comes in,
     * so that this finds a free slot.
     *
     * @param size most elements in the window
     * @param slide elements that come in together
     */
    record Last<E>(int size, int slide) implements WindowKind<E> {
        @Override
        public int slots() {
            return size + slide - 1;
        }

        @Override
        public boolean add(WindowView<?, E, ?> window, E element) {
            if (window.staged() + 1 < slide) {
                window.stage(element);
            } else {
                window.dropOldest(window.filled() + slide - size);
                window.takeIn();
                window.takeIn(element);
            }
            return true;
        }

        @Override
        public void advance(WindowView<?, E, ?> window, long timestamp) {
            throw new IllegalStateException(
                    "[TSP-1312] Cannot advance window: it is one of the last elements, and knows no"
                            + " time, window="
                            + window.name()
                            + ". Describe it with WindowSpec.ofTime.");
        }
    }

    /**
     * The elements of the last closed slides. A slide begins at each multiple of its length. It is
     * closed by the first element of a later one; the watermark has no part in it. So elements are
     * stored slide after slide, and the oldest come first.
     *
     * @param size in milliseconds, a multiple of the slide
     * @param slide in milliseconds
     * @param timestamps gives the time of an element
     * @param maxElements most elements in the window and waiting
     * @param atOnce whether elements come in while their slide is open, which is the last one of
     *     the window then
     */
    record Time<E>(
            long size, long slide, WindowTimestamp<E> timestamps, int maxElements, boolean atOnce)
            implements WindowKind<E> {
        /** Each element frees the slots of up to two others: so work and log grow evenly. */
        private static final int FREED_AT_ONCE = 2;

        @Override
        public int slots() {
            return 0;
        }

        @Override
        public boolean add(WindowView<?, E, ?> window, E element) {
            long timestamp = timestamps.timestampOf(element);
            if (timestamp < 0) {
                window.abort("timestamp is negative", "timestamp", timestamp);
            }
            long begin = beginOfSlide(timestamp);
            if (begin < window.end()) {
                return false;
            }
            close(window, begin);
            if (window.filled() + window.staged() >= maxElements) {
                window.abort("window is full", "limit", maxElements);
            }
            if (atOnce) {
                window.takeIn(element);
            } else {
                window.stage(element);
            }
            window.free(FREED_AT_ONCE);
            return true;
        }

        @Override
        public void advance(WindowView<?, E, ?> window, long timestamp) {
            if (timestamp >= 0) {
                close(window, beginOfSlide(timestamp));
                window.free(FREED_AT_ONCE);
            }
        }

        /** Closes all slides that begin before a time, which is the beginning of one. */
        private void close(WindowView<?, E, ?> window, long end) {
            if (end <= window.end()) {
                return;
            }
            long begin = end - size + (atOnce ? slide : 0);
            window.endAt(end);
            E newest = window.newest();
            if (newest == null || isBefore(newest, begin)) {
                window.dropAll();
                return;
            }
            window.takeIn();
            while (isBefore(window.oldest(), begin)) {
                window.dropOldest(1);
            }
        }

        private boolean isBefore(E element, long begin) {
            return timestamps.timestampOf(element) < begin;
        }

        private long beginOfSlide(long timestamp) {
            return timestamp - timestamp % slide;
        }
    }
}
