/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The unit that travels inside a t-graph: fragments of many transactions for one receiver, in rows,
 * with decisions, acknowledgements and promises riding along.
 *
 * <p>A block is transport only, never a unit of isolation. A sender fills one block for each
 * receiver, emits it (which copies its bytes into network buffers) and clears it for the next; a
 * receiver gets a block of its own, and releases it if a later one may take its memory. The byte
 * layout is that of {@link BlockSerializer}. Confined to one thread.
 */
public final class Block {
    /** The sender is the open operator, not a participant. */
    public static final int FROM_OPEN = -1;

    /** A low timestamp that says: the coordinator will begin nothing any more. */
    public static final long NO_MORE = Long.MAX_VALUE;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Offsets within the row of a fragment; the slot comes first. */
    private static final int TIMESTAMP = 4;

    private static final int KIND = 12;
    private static final int ROW_BYTES = 14;

    /** Offset within the row of a decision, which begins like that of a fragment. */
    private static final int DECISION = 12;

    private static final int DECISION_BYTES = 13;

    private static final int INITIAL_ROWS = 16;
    private static final int INITIAL_BYTES = 512;
    private static final DataOutputSerializer NOTHING = new DataOutputSerializer(1);
    private static final byte[] NO_BYTES = new byte[0];

    /** Larger arrays are not kept for the next block. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private static final int LARGE_BYTES = 1 << 20;

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

    /** How many coordinators there are; with a greeting. */
    int coordinators;

    /** From open: rows are what a log held, not fragments; needs no answer. */
    boolean replay;

    /**
     * From open: every attempt up to this timestamp is decided, and none will be begun. To close:
     * the participant waits until this can be said of the timestamp.
     */
    long lowTimestamp = Timestamps.NONE;

    /** From open: what the receiver has decided alone up to this timestamp is durable. */
    long durable = Timestamps.NONE;

    /** Nothing with a timestamp up to this one will come from the sender; used at PL4. */
    long promise = Timestamps.NONE;

    /** Lowest id that asks for priority, as far as the sender knows. */
    long priority = AdmissionWindow.NO_PRIORITY;

    /** From open: the last batch whose decisions are in here or before; to close: applied. */
    long decisionBatch;

    /** To close: how many blocks of the coordinator this one answers. */
    int replies;

    /** To close: highest timestamp that the participant has seen. */
    long highestTimestamp = Timestamps.NONE;

    // ---- rows, as on the wire

    private int decisionCount;
    private byte[] decisionRows;
    private int size;
    private byte[] rows;

    private final Weights weights = new Weights();

    /** What the fragments carry, one after the other. */
    private DataOutputSerializer written;

    private final DataInputDeserializer received = new DataInputDeserializer();
    byte[] receivedBytes = NO_BYTES;
    private boolean released;

    /**
     * Creates a block to be filled.
     *
     * @param target index of the receiving subtask
     */
    public Block(int target) {
        this(
                target,
                new byte[INITIAL_ROWS * DECISION_BYTES],
                new byte[INITIAL_ROWS * ROW_BYTES],
                new DataOutputSerializer(INITIAL_BYTES));
    }

    private Block(int target, byte[] decisionRows, byte[] rows, DataOutputSerializer written) {
        this.target = target;
        this.decisionRows = decisionRows;
        this.rows = rows;
        this.written = written;
    }

    // ------------------------------------------------------------------ writing

    public int target() {
        return target;
    }

    /**
     * Appends a fragment; its payload must be written right after. Its weight, if its kind of row
     * has one, is set later, in the order of the rows.
     */
    public int append(int slot, long timestamp, int kind) {
        int offset = size * ROW_BYTES;
        if (offset == rows.length) {
            rows = Arrays.copyOf(rows, offset * 2);
        }
        INT.set(rows, offset, slot);
        LONG.set(rows, offset + TIMESTAMP, timestamp);
        SHORT.set(rows, offset + KIND, (short) kind);
        return size++;
    }

    /** Takes back the last fragment, which may be written in part; the rest is of this length. */
    public void removeLast(int payloadLength) {
        size--;
        written.setPosition(payloadLength);
    }

    public void setWeight(int row, long weight) {
        weights.set(row, weight);
    }

    public void addKind(int row, int bits) {
        SHORT.set(rows, row * ROW_BYTES + KIND, (short) (kind(row) | bits));
    }

    public DataOutputSerializer payload() {
        return written;
    }

    /** Whether there are so many bytes that it should be sent before more is added. */
    public boolean isLarge() {
        return written.length() > LARGE_BYTES;
    }

    public void appendDecision(int slot, long timestamp, int decision) {
        int offset = decisionCount * DECISION_BYTES;
        if (offset == decisionRows.length) {
            decisionRows = Arrays.copyOf(decisionRows, offset * 2);
        }
        INT.set(decisionRows, offset, slot);
        LONG.set(decisionRows, offset + TIMESTAMP, timestamp);
        decisionRows[offset + DECISION] = (byte) decision;
        decisionCount++;
    }

    /** Turns places within a round, counted from 0, into timestamps. */
    public void stamp(long base, long step) {
        for (int i = 0; i < size; i++) {
            int offset = i * ROW_BYTES + TIMESTAMP;
            LONG.set(rows, offset, base + (long) LONG.get(rows, offset) * step);
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

    /** What the receiver has decided alone up to this timestamp is durable. */
    public void durable(long upTo) {
        durable = upTo;
    }

    /** Nothing with a timestamp up to this one will follow. */
    public void promise(long upTo) {
        promise = upTo;
    }

    public void fromParticipant(int participant, long lowestPriority, long highest) {
        sender = participant;
        lowTimestamp = Timestamps.NONE;
        priority = lowestPriority;
        highestTimestamp = highest;
    }

    /** Asks the coordinator to say when everything up to a timestamp is decided. */
    public void awaitLow(long timestamp) {
        lowTimestamp = timestamp;
    }

    /** Answers one block of the coordinator, whose decisions up to the batch are applied. */
    public void answer(long batch) {
        replies++;
        decisionBatch = batch;
    }

    /**
     * Asks the receiver for an answer.
     *
     * @param ofCoordinators how many of them greet, the sender among them
     */
    public void greet(int ofCoordinators) {
        greeting = true;
        coordinators = ofCoordinators;
    }

    /** Whether the receiver has anything to do but take note of the header. */
    public boolean hasContent() {
        return size > 0 || decisionCount > 0 || replies > 0 || greeting;
    }

    /** Says that the rows are what a log held. */
    public void markReplay() {
        replay = true;
    }

    public boolean isReplay() {
        return replay;
    }

    /** Forgets the rows and the counts; keeps the arrays, but for a large payload. */
    public void clear() {
        size = 0;
        decisionCount = 0;
        replies = 0;
        greeting = false;
        coordinators = 0;
        replay = false;
        weights.clear();
        if (written.getSharedBuffer().length > MAX_KEPT_BYTES) {
            written = new DataOutputSerializer(INITIAL_BYTES);
        } else {
            written.clear();
        }
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

    public long durable() {
        return durable;
    }

    public long promise() {
        return promise;
    }

    public boolean isGreeting() {
        return greeting;
    }

    /** How many coordinators there are; only of a greeting. */
    public int coordinators() {
        return coordinators;
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
        return (int) INT.get(decisionRows, row * DECISION_BYTES);
    }

    public long decisionTimestamp(int row) {
        return (long) LONG.get(decisionRows, row * DECISION_BYTES + TIMESTAMP);
    }

    public int decision(int row) {
        return decisionRows[row * DECISION_BYTES + DECISION];
    }

    public int size() {
        return size;
    }

    public int slot(int row) {
        return (int) INT.get(rows, row * ROW_BYTES);
    }

    public long timestamp(int row) {
        return (long) LONG.get(rows, row * ROW_BYTES + TIMESTAMP);
    }

    public long weight(int row) {
        return weights.get(row);
    }

    public int kind(int row) {
        return (short) SHORT.get(rows, row * ROW_BYTES + KIND);
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

    /** Whoever has received the block keeps nothing of it: the next one may take its memory. */
    public void release() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }

    // ------------------------------------------------------------------ the wire

    void write(DataOutputView out) throws IOException {
        int payloadLength = written.length();
        out.writeInt(decisionCount);
        out.writeInt(size);
        out.writeInt(payloadLength);
        out.write(decisionRows, 0, decisionCount * DECISION_BYTES);
        out.write(rows, 0, size * ROW_BYTES);
        weights.write(out, size);
        out.write(written.getSharedBuffer(), 0, payloadLength);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param free a block that was released and may be read into; null for a new one
     */
    static Block read(DataInputView in, @Nullable Block free) throws IOException {
        Block block = free == null ? new Block(0, NO_BYTES, NO_BYTES, NOTHING) : free;
        block.released = false;
        block.decisionCount = in.readInt();
        block.size = in.readInt();
        int payloadLength = in.readInt();
        block.decisionRows =
                readBytes(in, block.decisionRows, block.decisionCount * DECISION_BYTES);
        block.rows = readBytes(in, block.rows, block.size * ROW_BYTES);
        block.weights.read(in, block.size);
        block.receivedBytes = readBytes(in, block.receivedBytes, payloadLength);
        block.received.setBuffer(block.receivedBytes, 0, payloadLength);
        return block;
    }

    /** Reads into what is kept, if that is neither too small nor too large to be kept. */
    static byte[] readBytes(DataInputView in, byte[] kept, int length) throws IOException {
        boolean fits = length <= kept.length && kept.length <= MAX_KEPT_BYTES;
        byte[] bytes = fits ? kept : new byte[length];
        in.readFully(bytes, 0, length);
        return bytes;
    }
}
