/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * The holds of each attempt at one participant, found by coordinator and slot without hashing.
 *
 * <p>A coordinator gives a slot to a new attempt only after every participant has acknowledged the
 * decision of the last one, so a slot names at most one attempt here. Holds are not pooled: short
 * lives cost the collector less than references from old objects to young ones.
 */
final class HoldTable<K, V> {
    private static final int INITIAL_SLOTS = 256;
    private static final int RENEWAL_MASK = 0xffff;

    private final Timestamps timestamps;

    /** How many bits of a name are the coordinator's. */
    private final int coordinatorBits;

    /** Copied after every 65,536 stores: G1 pays for a store into an old array with a fence. */
    private final Hold<K, V>[][] heads;

    private long created;
    private int held;

    @SuppressWarnings({"unchecked", "rawtypes"})
    HoldTable(int coordinators, Timestamps timestamps) {
        this.timestamps = timestamps;
        this.coordinatorBits = Integer.SIZE - Integer.numberOfLeadingZeros(coordinators - 1);
        heads = new Hold[coordinators][0];
    }

    /**
     * A number above 0 that names an attempt, and so its hold, for whoever has the record. A number
     * costs less than a reference where it is stored: records are old, and a reference from an old
     * object to a young one is work for the collector.
     */
    int name(int coordinator, int slot) {
        return 1 + (slot << coordinatorBits | coordinator);
    }

    /** The hold that an attempt has on a record. */
    Hold<K, V> find(int name, KeyRecord<K, V> record) {
        int slot = (name - 1) >>> coordinatorBits;
        Hold<K, V> hold = heads[(name - 1) & ((1 << coordinatorBits) - 1)][slot];
        while (hold.record != record) {
            hold = Objects.requireNonNull(hold.nextOfAttempt);
        }
        return hold;
    }

    int coordinatorOf(Hold<K, V> hold) {
        return timestamps.coordinator(hold.timestamp);
    }

    Hold<K, V> create(Access<K, V> access, KeyRecord<K, V> record) {
        Hold<K, V> hold = new Hold<>(record, access.slot, access.timestamp);
        Hold<K, V>[] slots = slotsOf(access.coordinator, access.slot);
        Hold<K, V> head = slots[access.slot];
        if (head != null && head.timestamp != access.timestamp) {
            throw new ProtocolException(
                    "Cannot hold key: slot is taken by another attempt, slot="
                            + access.slot
                            + ", timestamp="
                            + access.timestamp
                            + ", other="
                            + head.timestamp);
        }
        hold.nextOfAttempt = head;
        if ((++created & RENEWAL_MASK) == 0) {
            slots = slots.clone();
            heads[access.coordinator] = slots;
        }
        slots[access.slot] = hold;
        held++;
        return hold;
    }

    /**
     * Reads the first holds of attempts and their records, for the sake of having them at hand;
     * what it returns means nothing. Holds first, then records: so the processor waits for many at
     * once.
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    long fetch(int coordinator, int[] attemptSlots, int count) {
        Hold<K, V>[] slots = heads[coordinator];
        Hold<K, V>[] firsts = new Hold[count];
        for (int i = 0; i < count; i++) {
            int slot = attemptSlots[i];
            firsts[i] = slot < slots.length ? slots[slot] : null;
        }
        long touched = 0;
        for (Hold<K, V> hold : firsts) {
            if (hold != null) {
                touched += hold.timestamp;
            }
        }
        for (Hold<K, V> hold : firsts) {
            if (hold != null) {
                Access<K, V> waiting = hold.record.firstWaiting();
                touched += hold.record.fetch() + (waiting == null ? 0 : waiting.timestamp);
            }
        }
        return touched;
    }

    /** Takes the holds of an attempt out of the table; null if it has none. */
    @Nullable Hold<K, V> remove(int coordinator, int slot, long timestamp) {
        Hold<K, V>[] slots = heads[coordinator];
        Hold<K, V> head = slot < slots.length ? slots[slot] : null;
        if (head == null || head.timestamp != timestamp) {
            return null;
        }
        slots[slot] = null;
        return head;
    }

    /** A hold of a removed attempt is released. */
    void released() {
        held--;
    }

    int coordinators() {
        return heads.length;
    }

    /** The number of holds in the table. */
    int size() {
        return held;
    }

    private Hold<K, V>[] slotsOf(int coordinator, int slot) {
        Hold<K, V>[] slots = heads[coordinator];
        if (slot >= slots.length) {
            int grown = Math.max(INITIAL_SLOTS, Math.max(slot + 1, slots.length * 2));
            slots = Arrays.copyOf(slots, grown);
            heads[coordinator] = slots;
        }
        return slots;
    }
}
