/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;

import org.apache.flink.annotation.Internal;

import java.util.Arrays;

/**
 * Attempts that were decided together, stored in columns. Sealed when it is handed on and immutable
 * from then on, so any thread may read it.
 */
@Internal
public final class DecisionBatch {
    public static final int NOBODY = -1;

    public static final int EVERYBODY = -2;

    /** The ticket of decisions that wait for a log but are not in it yet: never durable. */
    static final long NOT_LOGGED = Long.MAX_VALUE;

    private final long number;
    private final int words;
    private int size;
    private int[] slots;
    private long[] timestamps;
    private byte[] decisions;
    private long[] participants;
    private final long[] allParticipants;
    private long ticket;
    private int vouchedParticipant = NOBODY;
    private long vouchedUpTo;

    DecisionBatch(long number, int words, int expectedSize, long ticket) {
        this.number = number;
        this.ticket = ticket;
        this.words = words;
        this.participants = new long[expectedSize * words];
        this.slots = new int[expectedSize];
        this.timestamps = new long[expectedSize];
        this.decisions = new byte[expectedSize];
        this.allParticipants = new long[words];
    }

    /** The number of the batch. A coordinator numbers its batches from 1 without gaps. */
    public long number() {
        return number;
    }

    /**
     * The ticket up to which the log must be durable before anybody may learn of the decisions; 0
     * if they do not wait for a log.
     */
    public long ticket() {
        return ticket;
    }

    /** The decisions are in the log, but it must become durable before anybody learns of them. */
    public void awaitLog(long ofTicket) {
        ticket = ofTicket;
    }

    /**
     * Notes that what a participant, or {@link #EVERYBODY}, has decided alone up to a timestamp is
     * in this batch or an earlier one, so that it is durable when this batch is.
     */
    void vouchFor(int participant, long upTo) {
        vouchedParticipant = participant;
        vouchedUpTo = upTo;
    }

    /** Whom {@link #vouchedUpTo} is about: a participant, {@link #NOBODY} or {@link #EVERYBODY}. */
    public int vouchedParticipant() {
        return vouchedParticipant;
    }

    public long vouchedUpTo() {
        return vouchedUpTo;
    }

    public int size() {
        return size;
    }

    public int slot(int index) {
        return slots[index];
    }

    public long timestamp(int index) {
        return timestamps[index];
    }

    public Decision decision(int index) {
        return Decision.of(decisions[index]);
    }

    /**
     * The first participant at or after {@code from} that must learn the decision; -1 if there is
     * none.
     */
    public int nextParticipant(int index, int from) {
        return nextBit(participants, index * words, words, from);
    }

    /**
     * The first participant at or after {@code from} that any decision concerns; -1 if there is
     * none.
     */
    int nextConcerned(int from) {
        return nextBit(allParticipants, 0, words, from);
    }

    void add(Attempt<?> attempt, Decision decision) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            timestamps = Arrays.copyOf(timestamps, size * 2);
            decisions = Arrays.copyOf(decisions, size * 2);
            participants = Arrays.copyOf(participants, size * 2 * words);
        }
        slots[size] = attempt.slot();
        timestamps[size] = attempt.timestamp();
        decisions[size] = (byte) decision.ordinal();
        for (int i = 0; i < words; i++) {
            long bits = attempt.participants(i);
            participants[size * words + i] = bits;
            allParticipants[i] |= bits;
        }
        size++;
    }

    private static int nextBit(long[] bits, int offset, int words, int from) {
        int word = from >>> 6;
        if (word >= words) {
            return -1;
        }
        long rest = bits[offset + word] & (-1L << from);
        while (rest == 0) {
            if (++word == words) {
                return -1;
            }
            rest = bits[offset + word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(rest);
    }
}
