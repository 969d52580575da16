/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.util.Arrays;

/**
 * The unit that travels inside a t-graph: fragments of many transactions for one receiver, in
 * columns, with decisions, acknowledgements and promises riding along.
 *
 * <p>A block is transport only, never a unit of isolation. A sender fills one block for each
 * receiver, emits it (which copies its bytes into network buffers) and clears it for the next; a
 * receiver gets a block of its own. The byte layout is that of {@link BlockSerializer}. Confined to
 * one thread.
 */
public final class Block {
    /** The sender is the open operator, not a participant. */
    public static final int FROM_OPEN = -1;

    /** A low timestamp that says: the coordinator will begin nothing any more. */
    public static final long NO_MORE = Long.MAX_VALUE;

    private static final int INITIAL_ROWS = 16;
    private static final int INITIAL_BYTES = 512;
    private static final DataOutputSerializer NOTHING = new DataOutputSerializer(1);

    // ---- routing: not on the wire

    private final int target;

    // ---- header

    /** {@link #FROM_OPEN}, or the index of the participant that sent the block. */
    int sender = FROM_OPEN;

    /** From open: index of the coordinator. */
    int coordinator;

    /** From open to close: names the feedback link between the two; else 0. */
    long link;

    /** From open: the receiver must answer even if there is nothing else in the block. */
    boolean greeting;

    /** From open: every attempt up to this timestamp is decided, and none will be begun. */
    long lowTimestamp = Timestamps.NONE;

    /** Lowest id that asks for priority, as far as the sender knows. */
    long priority = AdmissionWindow.NO_PRIORITY;

    /** From open: the last batch whose decisions are in here or before; to close: applied. */
    long decisionBatch;

    /** To close: how many blocks of the coordinator this one answers. */
    int replies;

    /** To close: highest timestamp that the participant has seen. */
    long highestTimestamp = Timestamps.NONE;

    // ---- decisions, a row each

    int decisionCount;
    int[] decisionSlots;
    long[] decisionTimestamps;
    byte[] decisions;

    // ---- fragments, a row each

    int size;
    int[] slots;
    long[] timestamps;
    long[] weights;
    byte[] kinds;

    /** What the fragments carry, one after the other. */
    private final DataOutputSerializer written;

    private final DataInputDeserializer received = new DataInputDeserializer();

    /**
     * Creates a block to be filled.
     *
     * @param target index of the receiving subtask
     */
    public Block(int target) {
        this(target, INITIAL_ROWS, INITIAL_ROWS, new DataOutputSerializer(INITIAL_BYTES));
    }

    private Block(int target, int decisionRows, int rows, DataOutputSerializer written) {
        this.target = target;
        this.decisionSlots = new int[decisionRows];
        this.decisionTimestamps = new long[decisionRows];
        this.decisions = new byte[decisionRows];
        this.slots = new int[rows];
        this.timestamps = new long[rows];
        this.weights = new long[rows];
        this.kinds = new byte[rows];
        this.written = written;
    }

    /** Creates a block with columns of the right size, to be read from the wire. */
    static Block received(int decisionCount, int size, byte[] payload) {
        Block block = new Block(0, decisionCount, size, NOTHING);
        block.decisionCount = decisionCount;
        block.size = size;
        block.received.setBuffer(payload);
        return block;
    }

    // ------------------------------------------------------------------ writing

    public int target() {
        return target;
    }

    /** Appends a fragment; its payload must be written right after, its weight set later. */
    public int append(int slot, long timestamp, int kind) {
        if (size == slots.length) {
            growFragments(size * 2);
        }
        slots[size] = slot;
        timestamps[size] = timestamp;
        weights[size] = 0;
        kinds[size] = (byte) kind;
        return size++;
    }

    public void setWeight(int row, long weight) {
        weights[row] = weight;
    }

    public void addKind(int row, int bits) {
        kinds[row] |= (byte) bits;
    }

    public DataOutputSerializer payload() {
        return written;
    }

    public void appendDecision(int slot, long timestamp, int decision) {
        if (decisionCount == decisionSlots.length) {
            growDecisions(decisionCount * 2);
        }
        decisionSlots[decisionCount] = slot;
        decisionTimestamps[decisionCount] = timestamp;
        decisions[decisionCount++] = (byte) decision;
    }

    /** Turns places within a round, counted from 0, into timestamps. */
    public void stamp(long base) {
        for (int i = 0; i < size; i++) {
            timestamps[i] = base + timestamps[i] * Timestamps.STEP;
        }
    }

    public void fromOpen(
            int coordinatorIndex, long linkId, long low, long lowestPriority, long batch) {
        sender = FROM_OPEN;
        coordinator = coordinatorIndex;
        link = linkId;
        lowTimestamp = low;
        priority = lowestPriority;
        decisionBatch = batch;
    }

    public void fromParticipant(int participant, long lowestPriority, long highest) {
        sender = participant;
        priority = lowestPriority;
        highestTimestamp = highest;
    }

    /** Answers one block of the coordinator, whose decisions up to the batch are applied. */
    public void answer(long batch) {
        replies++;
        decisionBatch = batch;
    }

    /** Asks the receiver for an answer. */
    public void greet() {
        greeting = true;
    }

    /** Whether the receiver has anything to do but take note of the header. */
    public boolean hasContent() {
        return size > 0 || decisionCount > 0 || replies > 0 || greeting;
    }

    /** Forgets the rows and the counts; keeps the arrays. */
    public void clear() {
        size = 0;
        decisionCount = 0;
        replies = 0;
        greeting = false;
        written.clear();
    }

    // ------------------------------------------------------------------ reading

    public int sender() {
        return sender;
    }

    public boolean isFromOpen() {
        return sender == FROM_OPEN;
    }

    public int coordinator() {
        return coordinator;
    }

    public long link() {
        return link;
    }

    public long lowTimestamp() {
        return lowTimestamp;
    }

    public long priority() {
        return priority;
    }

    public long decisionBatch() {
        return decisionBatch;
    }

    public int replies() {
        return replies;
    }

    public long highestTimestamp() {
        return highestTimestamp;
    }

    public int decisionCount() {
        return decisionCount;
    }

    public int decisionSlot(int row) {
        return decisionSlots[row];
    }

    public long decisionTimestamp(int row) {
        return decisionTimestamps[row];
    }

    public int decision(int row) {
        return decisions[row];
    }

    public int size() {
        return size;
    }

    public int slot(int row) {
        return slots[row];
    }

    public long timestamp(int row) {
        return timestamps[row];
    }

    public long weight(int row) {
        return weights[row];
    }

    public int kind(int row) {
        return kinds[row];
    }

    /** The payload of a received block; fragments are read in the order of their rows. */
    public DataInputDeserializer readPayload() {
        return received;
    }

    /** Whether a reader has consumed exactly the payload. */
    public void checkConsumed() throws IOException {
        if (received.available() != 0) {
            throw new IOException(
                    "Cannot read block: a serializer read fewer bytes than it had written, left="
                            + received.available()
                            + ". Check the serializers of the elements inside the t-graph.");
        }
    }

    // ------------------------------------------------------------------ growth

    void growFragments(int rows) {
        slots = Arrays.copyOf(slots, rows);
        timestamps = Arrays.copyOf(timestamps, rows);
        weights = Arrays.copyOf(weights, rows);
        kinds = Arrays.copyOf(kinds, rows);
    }

    void growDecisions(int rows) {
        decisionSlots = Arrays.copyOf(decisionSlots, rows);
        decisionTimestamps = Arrays.copyOf(decisionTimestamps, rows);
        decisions = Arrays.copyOf(decisions, rows);
    }
}
