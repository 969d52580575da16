/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Short-lived objects by the slots of one coordinator, found without hashing.
 *
 * <p>The array is copied after every 65,536 stores, so that it stays young: G1 pays with a memory
 * fence for a store of a reference into an old array (ADR 0007).
 */
@Internal
public final class SlotTable<T> {
    private static final int MIN_SLOTS = 256;
    private static final int STORES_MASK = 0xffff;

    /**
     * The longest array that is copied. A longer one may fill half a G1 region, and is then old
     * wherever it is copied to.
     */
    private static final int COPIED_SLOTS = 1 << 16;

    private @Nullable T[] slots;
    private int stores;

    /**
     * @param slots number of slots, unless {@link #makeRoom} asks for more
     */
    @SuppressWarnings("unchecked") // holds only what set() stores
    public SlotTable(int slots) {
        this.slots = (T[]) new Object[slots];
    }

    /** The object in the slot; null if the slot is free or does not exist. */
    public @Nullable T get(int slot) {
        return slot < slots.length ? slots[slot] : null;
    }

    /** Makes sure that the slot exists. */
    public void makeRoom(int slot) {
        if (slot >= slots.length) {
            slots = Arrays.copyOf(slots, Math.max(MIN_SLOTS, Math.max(slot + 1, slots.length * 2)));
        }
    }

    public void set(int slot, T value) {
        if ((++stores & STORES_MASK) == 0 && slots.length <= COPIED_SLOTS) {
            slots = slots.clone();
        }
        slots[slot] = value;
    }

    public void clear(int slot) {
        slots[slot] = null;
    }

    public int length() {
        return slots.length;
    }
}
