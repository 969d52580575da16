/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The fragments in a block, as rows with their payloads one after the other. In a block that
 * carries what a log held, a row is a value or a result.
 *
 * <p>A sender fills rows and clears them when they are sent. A receiver gets rows of its own, and
 * releases them once a later block may use their memory. Confined to one thread.
 */
@Internal
public final class FragmentRows {
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

    private static final int INITIAL_ROWS = 16;
    private static final int INITIAL_BYTES = 512;
    private static final DataOutputSerializer NOTHING = new DataOutputSerializer(1);
    private static final byte[] NO_BYTES = new byte[0];

    /** A larger array is not reused for the next block. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    /** Flag on the wire: rows have numbers. */
    private static final int NUMBERED = 2;

    private static final int LARGE_BYTES = 1 << 20;
    private static final int LARGE_ROWS = 1 << 16;

    private int size;

    /** As on the wire. */
    private byte[] rows;

    private final Weights weights = new Weights();
    private final ElementNumbers numbers = new ElementNumbers();

    /** The payloads that are written. */
    private DataOutputSerializer written;

    private final DataInputDeserializer received = new DataInputDeserializer();
    byte[] receivedBytes = NO_BYTES;
    private boolean released;

    private FragmentRows(byte[] rows, DataOutputSerializer written) {
        this.rows = rows;
        this.written = written;
    }

    /** Rows to be filled. */
    static FragmentRows toFill() {
        return new FragmentRows(
                new byte[INITIAL_ROWS * ROW_BYTES], new DataOutputSerializer(INITIAL_BYTES));
    }

    /** Rows to be read into. */
    static FragmentRows toReceive() {
        return new FragmentRows(NO_BYTES, NOTHING);
    }

    // ------------------------------------------------------------------ writing

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

    /**
     * Appends news of a chain.
     *
     * @param slot with an objection: by what its coordinator finds the transaction
     * @param instances with an objection: number of participants of the transaction; else 0
     */
    public void appendNews(ChainNews news, int slot, long timestamp, int instances) {
        setWeight(append(slot, timestamp, FragmentKind.of(news, instances)), 0);
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
        numbers.removeLast(size);
        written.setPosition(payloadLength);
    }

    public void setWeight(int row, long weight) {
        weights.set(row, weight);
    }

    /** Says the {@link ElementNumber} of the last row; 0 is what it has unsaid. */
    public void setNumber(int row, int number) {
        numbers.set(row, number);
    }

    /** Adds an element to a report; it is written behind everything else. */
    public void addElement(int row) {
        addKind(row, FragmentKind.ELEMENT);
    }

    /** Makes the value that a report contains an element, too. */
    public void addValueAsElement(int row) {
        addKind(row, FragmentKind.ELEMENT | FragmentKind.ELEMENT_IS_VALUE);
    }

    /** The most participants that a transaction may have if accesses are executed in chains. */
    public static int maxInstances() {
        return FragmentKind.INSTANCES_MASK;
    }

    /**
     * Declares an access that is executed in a chain.
     *
     * @param instances number of participants of its transaction if that may fail; else 0
     * @param mayFail whether this access may
     */
    public void declare(int row, int instances, boolean mayFail) {
        addKind(row, instances | (mayFail ? FragmentKind.MAY_FAIL : 0));
    }

    /** Marks a fragment as the last of its attempt: everybody else has voted for the commit. */
    public void markLast(int row) {
        addKind(row, FragmentKind.LAST);
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

    /** Turns positions within a round, counted from 0, into timestamps. */
    void stamp(long base, long step) {
        for (int i = 0; i < size; i++) {
            int offset = i * ROW_BYTES + TIMESTAMP;
            LONG.set(rows, offset, base + (long) LONG.get(rows, offset) * step);
        }
    }

    /** Removes all. The arrays are kept, except a large payload. */
    void clear() {
        size = 0;
        weights.clear();
        numbers.clear();
        if (written.getSharedBuffer().length > MAX_KEPT_BYTES) {
            written = new DataOutputSerializer(INITIAL_BYTES);
        } else {
            written.clear();
        }
    }

    // ------------------------------------------------------------------ reading

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

    /** The {@link ElementNumber} of the row; 0 if there are no batches. */
    public int number(int row) {
        return numbers.get(row);
    }

    /** At a participant: whether the element derives from a tentative version. */
    public boolean isSpeculative(int row) {
        return FragmentKind.has(kind(row), FragmentKind.SPECULATIVE);
    }

    /** At a participant: whether an exception aborts the transaction, and not the job. */
    public boolean isGuarded(int row) {
        return FragmentKind.has(kind(row), FragmentKind.GUARDED);
    }

    /** At a participant: whether the transaction must not trigger any. */
    public boolean isDeepest(int row) {
        return FragmentKind.has(kind(row), FragmentKind.DEEPEST);
    }

    /**
     * At a participant whose attempts are not executed in chains: whether it is the {@link
     * #markLast last} fragment of its attempt.
     */
    public boolean isLast(int row) {
        return FragmentKind.has(kind(row), FragmentKind.LAST);
    }

    /** At a participant: the number of participants as {@link #declare declared}. */
    public int instances(int row) {
        return kind(row) & FragmentKind.INSTANCES_MASK;
    }

    /** At a participant: whether the access may fail, as {@link #declare declared}. */
    public boolean mayFail(int row) {
        return FragmentKind.has(kind(row), FragmentKind.MAY_FAIL);
    }

    /** Whether the row deletes a key. */
    public boolean isDeleted(int row) {
        return FragmentKind.has(kind(row), FragmentKind.DELETED);
    }

    int kind(int row) {
        return (short) SHORT.get(rows, row * ROW_BYTES + KIND);
    }

    /** The payload of received rows, which must be read in their order. */
    public DataInputDeserializer readPayload() {
        return received;
    }

    /** Checks that a reader has consumed the whole payload. */
    public void checkConsumed() throws IOException {
        if (received.available() != 0) {
            throw new IOException(
                    "[TSP-2400] Cannot read block: a serializer read fewer bytes than it had"
                            + " written, left="
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

    int payloadLength() {
        return written.length();
    }

    void write(DataOutputView out) throws IOException {
        out.write(rows, 0, size * ROW_BYTES);
        weights.write(out, size, numbers.isEmpty() ? 0 : NUMBERED);
        if (!numbers.isEmpty()) {
            numbers.write(out, size);
        }
        out.write(written.getSharedBuffer(), 0, written.length());
    }

    /** Reads what {@link #write} wrote. */
    void read(DataInputView in, int fragments, int payloadLength) throws IOException {
        released = false;
        size = fragments;
        rows = readBytes(in, rows, size * ROW_BYTES);
        numbers.clear();
        if ((weights.read(in, size) & NUMBERED) != 0) {
            numbers.read(in, size);
        }
        receivedBytes = readBytes(in, receivedBytes, payloadLength);
        received.setBuffer(receivedBytes, 0, payloadLength);
    }

    /** There are no rows in the block that was read. */
    void readNothing() {
        size = 0;
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
