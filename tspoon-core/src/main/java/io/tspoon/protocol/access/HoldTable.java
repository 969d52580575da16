/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.SlotTable;
import io.tspoon.protocol.Timestamps;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The holds of each attempt at one participant, found by coordinator and slot without hashing.
 *
 * <p>A coordinator gives a slot to a new attempt only after every participant has acknowledged the
 * decision of the previous one, so a slot names at most one attempt here. Holds are not pooled:
 * short-lived objects cost the garbage collector less than references from old objects to young
 * ones (ADR 0007).
 */
final class HoldTable<K, V> {
    /**
     * The number of holds of an attempt that are found by its name, small so that a search takes
     * few steps.
     */
    private static final int NAMED = 8;

    private final Timestamps timestamps;

    /** The number of bits of a name that hold the coordinator. */
    private final int coordinatorBits;

    /**
     * By coordinator and slot: the chain of an attempt's holds. The first {@link #NAMED} that were
     * created come first, the newest of them at the head; all later ones follow.
     */
    private final List<SlotTable<Hold<K, V>>> heads = new ArrayList<>();

    private int held;

    HoldTable(int coordinators, Timestamps timestamps) {
        this.timestamps = timestamps;
        this.coordinatorBits = Integer.SIZE - Integer.numberOfLeadingZeros(coordinators - 1);
        for (int coordinator = 0; coordinator < coordinators; coordinator++) {
            heads.add(new SlotTable<>(0));
        }
    }

    /**
     * A positive number that names an attempt. Together with a record it also names one of the
     * attempt's first holds.
     *
     * <p>Records store this number instead of a reference. They are old, and a reference from an
     * old object to a young one is work for the garbage collector.
     */
    int name(int coordinator, int slot) {
        return 1 + (slot << coordinatorBits | coordinator);
    }

    /** The hold of an attempt on a record, if that hold {@link Hold#isNamed}. */
    Hold<K, V> find(int name, KeyRecord<K, V> record) {
        int coordinator = (name - 1) & ((1 << coordinatorBits) - 1);
        int slot = (name - 1) >>> coordinatorBits;
        Hold<K, V> hold = heads.get(coordinator).get(slot);
        while (hold != null && hold.record != record) {
            hold = hold.nextOfAttempt;
        }
        if (hold == null) {
            throw new ProtocolException(
                    "[TSP-2508] Cannot find hold: the attempt in the slot has none on the key, key="
                            + record.key()
                            + ", coordinator="
                            + coordinator
                            + ", slot="
                            + slot);
        }
        return hold;
    }

    /** The first hold of the attempt that has this one; the others follow. */
    @Nullable Hold<K, V> firstOfAttempt(Hold<K, V> hold) {
        return heads.get(coordinatorOf(hold)).get(hold.slot);
    }

    int coordinatorOf(Hold<K, V> hold) {
        return timestamps.coordinator(hold.timestamp);
    }

    Hold<K, V> create(Access<K, V> access, KeyRecord<K, V> record) {
        Hold<K, V> hold = new Hold<>(record, access.slot, access.timestamp);
        SlotTable<Hold<K, V>> slots = heads.get(access.coordinator);
        Hold<K, V> head = slots.get(access.slot);
        if (head == null) {
            checkName(access.coordinator, access.slot);
            slots.makeRoom(access.slot);
        } else if (head.timestamp != access.timestamp) {
            throw new ProtocolException(
                    "[TSP-2509] Cannot hold key: slot is taken by another attempt, slot="
                            + access.slot
                            + ", timestamp="
                            + access.timestamp
                            + ", other="
                            + head.timestamp);
        }
        if (head == null || head.number < NAMED) {
            hold.number = (byte) (head == null ? 1 : head.number + 1);
            hold.nextOfAttempt = head;
            slots.set(access.slot, hold);
        } else {
            insertBehindNamed(hold, head);
        }
        held++;
        return hold;
    }

    private void checkName(int coordinator, int slot) {
        if (slot >= Integer.MAX_VALUE >>> coordinatorBits) {
            throw new ProtocolException(
                    "[TSP-2510] Cannot hold key: there are too many slots and coordinators to name,"
                            + " slot="
                            + slot
                            + ", coordinator="
                            + coordinator
                            + ", coordinators="
                            + heads.size()
                            + ". Lower max-in-flight or the parallelism.");
        }
    }

    private void insertBehindNamed(Hold<K, V> hold, Hold<K, V> head) {
        Hold<K, V> oldest = head;
        for (int i = 1; i < NAMED; i++) {
            oldest = Objects.requireNonNull(oldest.nextOfAttempt);
        }
        hold.nextOfAttempt = oldest.nextOfAttempt;
        oldest.nextOfAttempt = hold;
    }

    /**
     * Loads the newest of the first holds of each attempt, and then their records, into the cache
     * ({@link io.tspoon.protocol}).
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    long prefetch(int coordinator, int[] attemptSlots, int count) {
        SlotTable<Hold<K, V>> slots = heads.get(coordinator);
        Hold<K, V>[] firsts = new Hold[count];
        for (int i = 0; i < count; i++) {
            firsts[i] = slots.get(attemptSlots[i]);
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
                touched += hold.record.prefetch() + (waiting == null ? 0 : waiting.timestamp);
            }
        }
        return touched;
    }

    /**
     * Removes the holds of an attempt from the table and returns their chain; null if there are
     * none.
     */
    @Nullable Hold<K, V> remove(int coordinator, int slot, long timestamp) {
        SlotTable<Hold<K, V>> slots = heads.get(coordinator);
        Hold<K, V> head = slots.get(slot);
        if (head == null || head.timestamp != timestamp) {
            return null;
        }
        slots.clear(slot);
        return head;
    }

    /** A hold of a removed attempt was released. */
    void released() {
        held--;
    }

    int coordinators() {
        return heads.size();
    }

    /** The number of holds that are not yet released. */
    int size() {
        return held;
    }
}
