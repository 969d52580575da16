/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Short-lived objects by the slots of one coordinator, found without hashing.
 *
 * <p>The array is copied after every 65,536 stores, so that it stays young: G1 pays for a store of
 * a reference into an old array with a fence.
 */
final class SlotTable<T> {
    private static final int MIN_SLOTS = 256;
    private static final int STORES_MASK = 0xffff;

    /** A longer array may fill half a region of G1, and is old wherever it is copied to. */
    private static final int COPIED_SLOTS = 1 << 16;

    private @Nullable T[] slots;
    private int stores;

    /**
     * @param slots number of slots, unless {@link #makeRoom} asks for more
     */
    @SuppressWarnings("unchecked") // holds only what is stored here
    SlotTable(int slots) {
        this.slots = (T[]) new Object[slots];
    }

    /** What is in the slot; null if it is free, or if there is no such slot. */
    @Nullable T get(int slot) {
        return slot < slots.length ? slots[slot] : null;
    }

    /** Makes sure that there is such a slot. */
    void makeRoom(int slot) {
        if (slot >= slots.length) {
            slots = Arrays.copyOf(slots, Math.max(MIN_SLOTS, Math.max(slot + 1, slots.length * 2)));
        }
    }

    void set(int slot, T value) {
        if ((++stores & STORES_MASK) == 0 && slots.length <= COPIED_SLOTS) {
            slots = slots.clone();
        }
        slots[slot] = value;
    }

    void clear(int slot) {
        slots[slot] = null;
    }

    /** The number of slots. */
    int length() {
        return slots.length;
    }
}
