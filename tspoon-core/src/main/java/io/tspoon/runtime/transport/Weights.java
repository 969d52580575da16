/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The weights of a block's fragments, by row. Usually they are all equal and are kept and sent only
 * once. Confined to one thread.
 */
final class Weights {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int INITIAL_ROWS = 16;

    /** Flag on the wire: weights differ. */
    private static final int DIFFER = 1;

    /** The weight of the first row, and of all rows unless they differ. */
    private long first;

    private boolean differ;

    /** The weights of all rows, if they differ. */
    private byte[] each = new byte[0];

    /** Sets the weight of a row. Rows must be set in order, beginning with the first. */
    void set(int row, long weight) {
        if (row == 0) {
            first = weight;
        } else if (differ || weight != first) {
            setOwn(row, weight);
        }
    }

    private void setOwn(int row, long weight) {
        int offset = row * Long.BYTES;
        if (offset >= each.length) {
            each = Arrays.copyOf(each, Math.max(INITIAL_ROWS * Long.BYTES, offset * 2));
        }
        if (!differ) {
            differ = true;
            for (int i = 0; i < row; i++) {
                LONG.set(each, i * Long.BYTES, first);
            }
        }
        LONG.set(each, offset, weight);
    }

    long get(int row) {
        return differ ? (long) LONG.get(each, row * Long.BYTES) : first;
    }

    void clear() {
        first = 0;
        differ = false;
    }

    /**
     * @param flags further bits of the byte that says whether weights differ; its lowest is free
     */
    void write(DataOutputView out, int rows, int flags) throws IOException {
        out.writeLong(first);
        out.writeByte(flags | (differ ? DIFFER : 0));
        if (differ) {
            out.write(each, 0, rows * Long.BYTES);
        }
    }

    /** Reads what {@link #write} wrote. Returns the flags. */
    int read(DataInputView in, int rows) throws IOException {
        first = in.readLong();
        int flags = in.readUnsignedByte();
        differ = (flags & DIFFER) != 0;
        if (differ) {
            each = FragmentRows.readBytes(in, each, rows * Long.BYTES);
        }
        return flags & ~DIFFER;
    }
}
