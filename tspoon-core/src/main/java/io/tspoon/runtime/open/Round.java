/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.HybridClock;

import java.util.Arrays;

/** What goes out together. Confined to the mailbox thread. */
final class Round {
    private final int maxAttempts;
    private int[] slots = new int[256];
    private int size;
    private boolean hasLargeBlock;
    private boolean hasMore;

    /**
     * @param maxAttempts a round of so many attempts is full
     */
    Round(int maxAttempts) {
        this.maxAttempts = maxAttempts;
    }

    /** Adds an attempt and returns its place. */
    int add(int slot) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
        }
        slots[size] = slot;
        return size++;
    }

    /** Some block has many bytes, perhaps of few attempts: nothing more is gathered. */
    void markLarge() {
        hasLargeBlock = true;
    }

    /** Decisions, or late fragments, were put into blocks. */
    void markMore() {
        hasMore = true;
    }

    /** The number of attempts. */
    int size() {
        return size;
    }

    boolean hasAttempts() {
        return size > 0;
    }

    boolean hasContent() {
        return size > 0 || hasMore;
    }

    boolean isFull() {
        return size >= maxAttempts || hasLargeBlock;
    }

    /**
     * Gives the attempts their timestamps, which rise with their places.
     *
     * @return the timestamp of the first one; any if there is none
     */
    long stamp(HybridClock clock, AdmissionWindow<?> window) {
        if (size == 0) {
            return 0;
        }
        long base = clock.nextRange(size);
        for (int place = 0; place < size; place++) {
            window.stamp(slots[place], base + place * clock.step());
        }
        return base;
    }

    void clear() {
        size = 0;
        hasLargeBlock = false;
        hasMore = false;
    }
}
