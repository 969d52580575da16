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
 * The unit of transport inside a t-graph: fragments of many transactions for one receiver, as rows,
 * together with decisions, acknowledgements and promises.
 *
 * <p>A block is transport only, never a unit of isolation. A sender fills one block for each
 * receiver, emits it (which copies its bytes into network buffers) and clears it for reuse. A
 * receiver gets a block of its own, and releases it once a later block may use its memory. {@link
 * BlockSerializer} defines the byte layout. Confined to one thread.
 */
public final class Block {
    /** Value of {@link #sender()} if the open operator sent the block, not a participant. */
    public static final int FROM_OPEN = -1;

    /** A low timestamp that means that the coordinator will begin nothing any more. */
    public static final long NO_MORE = Long.MAX_VALUE;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Offsets within the row of a fragment; the slot is at 0. */
    private static final int TIMESTAMP = 4;

    private static final int KIND = 12;
    private static final int ROW_BYTES = 14;

    /** What a fragment takes beside its payload, if weights differ. */
    public static final int FRAGMENT_BYTES = ROW_BYTES + Long.BYTES;

    /** Offset within the row of a decision, which begins like the row of a fragment. */
    private static final int DECISION = 12;

    private static final int DECISION_BYTES = 13;

    private static final int INITIAL_ROWS = 16;
    private static final int INITIAL_BYTES = 512;
    private static final DataOutputSerializer NOTHING = new DataOutputSerializer(1);
    private static final byte[] NO_BYTES = new byte[0];

    /** A larger array is not reused for the next block. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private static final int LARGE_BYTES = 1 << 20;
    private static final int LARGE_ROWS = 1 << 16;

    // ---- routing: not on the wire

    private final int target;

    // ---- header

    /** {@link #FROM_OPEN}, or the index of the participant that sent the block. */
    int sender = FROM_OPEN;

    /** From open: index of the coordinator. */
    int coordinator;

    /** From open to close: id of the feedback link between the two; else 0. */
    long link;

    /** From open: the receiver must answer even if the block contains nothing else. */
    boolean greeting;

    /** The number of coordinators; only in a greeting. */
    int coordinators;

    /** From open: the rows are what a log held, not fragments; no answer is needed. */
    boolean replay;

    /**
     * From open: every attempt up to this timestamp is decided, and no other will be begun up to
     * it. To close: the participant waits until the coordinator can say this of the timestamp.
     */
    long lowTimestamp = Timestamps.NONE;

    /** From open: what the receiver has decided alone up to this timestamp is durable. */
    long durable = Timestamps.NONE;

    /** The sender will send nothing more with a timestamp up to this one; used at PL4. */
    long promise = Timestamps.NONE;

    /** Lowest transaction id that asks for priority, as far as the sender knows. */
    long priority = AdmissionWindow.NO_PRIORITY;

    /**
     * From open: the last batch whose decisions are in this block or an earlier one. To close: the
     * last batch whose decisions are applied.
     */
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

    /** The payloads of the fragments, one after the other. */
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
     * Appends a fragment. Its payload must be written right after. Its weight, if its kind of row
     * has one, is set later, in the order of the rows.
     */
    public int append(int slot, long timestamp, FragmentDraft draft) {
        return append(slot, timestamp, draft.kind());
    }

    /** As above, for a fragment of which nothing is to be said but that it is there. */
    public int append(int slot, long timestamp) {
        return append(slot, timestamp, FragmentKind.PLAIN);
    }

    /** Appends the deletion of a key that was read from a log. */
    public void appendDeletion(long timestamp) {
        append(0, timestamp, FragmentKind.DELETED);
    }

    /** Appends the claim of an input. */
    public void appendClaim() {
        append(0, Timestamps.NONE, FragmentKind.CLAIM);
    }

    int append(int slot, long timestamp, int kind) {
        int offset = size * ROW_BYTES;
        if (offset == rows.length) {
            rows = Arrays.copyOf(rows, offset * 2);
        }
        INT.set(rows, offset, slot);
        LONG.set(rows, offset + TIMESTAMP, timestamp);
        SHORT.set(rows, offset + KIND, (short) kind);
        return size++;
    }

    /**
     * Removes the last fragment, which may be only partly written.
     *
     * @param payloadLength length of the payload before it
     */
    public void removeLast(int payloadLength) {
        size--;
        written.setPosition(payloadLength);
    }

    public void setWeight(int row, long weight) {
        weights.set(row, weight);
    }

    /** Adds an element to a report; it is written behind everything else. */
    public void addElement(int row) {
        addKind(row, FragmentKind.ELEMENT);
    }

    /** Makes the value that a report contains an element, too. */
    public void addValueAsElement(int row) {
        addKind(row, FragmentKind.ELEMENT | FragmentKind.ELEMENT_IS_VALUE);
    }

    void addKind(int row, int bits) {
        SHORT.set(rows, row * ROW_BYTES + KIND, (short) (kind(row) | bits));
    }

    public DataOutputSerializer payload() {
        return written;
    }

    /** The size of the fragments on the wire, if their weights differ. */
    public long bytes() {
        return written.length() + (long) size * FRAGMENT_BYTES;
    }

    /** Whether there is so much in the block that it should be sent before more is added. */
    public boolean isLarge() {
        return written.length() > LARGE_BYTES || size > LARGE_ROWS;
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

    /** Turns positions within a round, counted from 0, into timestamps. */
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

    /** Sets up to which timestamp the receiver's own decisions are durable. */
    public void durable(long upTo) {
        durable = upTo;
    }

    /** Promises that nothing with a timestamp up to this one will follow. */
    public void promise(long upTo) {
        promise = upTo;
    }

    public void fromParticipant(int participant, long lowestPriority, long highest) {
        sender = participant;
        lowTimestamp = Timestamps.NONE;
        priority = lowestPriority;
        highestTimestamp = highest;
    }

    /** Asks the coordinator to report when everything up to a timestamp is decided. */
    public void awaitLow(long timestamp) {
        lowTimestamp = timestamp;
    }

    /** Answers one block of the coordinator; its decisions up to the batch are applied. */
    public void answer(long batch) {
        replies++;
        decisionBatch = batch;
    }

    /**
     * Asks the receiver for an answer.
     *
     * @param ofCoordinators how many coordinators send greetings, including this one
     */
    public void greet(int ofCoordinators) {
        greeting = true;
        coordinators = ofCoordinators;
    }

    /** Whether the receiver has to do anything besides reading the header. */
    public boolean hasContent() {
        return size > 0 || decisionCount > 0 || replies > 0 || greeting;
    }

    /** Marks the rows as what a log held. */
    public void markReplay() {
        replay = true;
    }

    public boolean isReplay() {
        return replay;
    }

    /**
     * Clears the rows and the counts for the next block. The arrays are kept, except a large
     * payload.
     */
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

    /** The number of coordinators; only in a greeting. */
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

    /** At a participant: whether the element derives from a tentative version. */
    public boolean isSpeculative(int row) {
        return FragmentKind.has(kind(row), FragmentKind.SPECULATIVE);
    }

    /** Whether the row deletes a key. */
    public boolean isDeleted(int row) {
        return FragmentKind.has(kind(row), FragmentKind.DELETED);
    }

    int kind(int row) {
        return (short) SHORT.get(rows, row * ROW_BYTES + KIND);
    }

    /** The payload of a received block; its fragments must be read in the order of their rows. */
    public DataInputDeserializer readPayload() {
        return received;
    }

    /** Checks that a reader has consumed the whole payload. */
    public void checkConsumed() throws IOException {
        if (received.available() != 0) {
            throw new IOException(
                    "Cannot read block: a serializer read fewer bytes than it had written, left="
                            + received.available()
                            + ". Check the serializers of the elements inside the t-graph.");
        }
    }

    /**
     * Called when the receiver keeps no reference into the block: the next one may use its memory.
     */
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

    /**
     * Reads into the given array if it is large enough and not too large to be kept, else into a
     * new one.
     */
    static byte[] readBytes(DataInputView in, byte[] kept, int length) throws IOException {
        boolean fits = length <= kept.length && kept.length <= MAX_KEPT_BYTES;
        byte[] bytes = fits ? kept : new byte[length];
        in.readFully(bytes, 0, length);
        return bytes;
    }
}
