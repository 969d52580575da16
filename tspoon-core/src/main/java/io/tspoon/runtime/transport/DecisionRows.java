/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The decisions in a block, as rows. Confined to one thread. */
@Internal
public final class DecisionRows {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Offsets within a row; the slot is at 0. */
    private static final int TIMESTAMP = 4;

    private static final int DECISION = 12;
    private static final int ROW_BYTES = 13;
    private static final int INITIAL_ROWS = 16;

    private int size;

    /** As on the wire. */
    private byte[] rows;

    DecisionRows(int capacity) {
        rows = new byte[capacity * ROW_BYTES];
    }

    /** Adds a decision, given by its ordinal. */
    public void append(int slot, long timestamp, int decision) {
        int offset = size * ROW_BYTES;
        if (offset == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(INITIAL_ROWS * ROW_BYTES, offset * 2));
        }
        INT.set(rows, offset, slot);
        LONG.set(rows, offset + TIMESTAMP, timestamp);
        rows[offset + DECISION] = (byte) decision;
        size++;
    }

    void clear() {
        size = 0;
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

    public int decision(int row) {
        return rows[row * ROW_BYTES + DECISION];
    }

    void write(DataOutputView out) throws IOException {
        out.write(rows, 0, size * ROW_BYTES);
    }

    /** Reads what {@link #write} wrote. */
    void read(DataInputView in, int decisions) throws IOException {
        size = decisions;
        rows = FragmentRows.readBytes(in, rows, size * ROW_BYTES);
    }
}
