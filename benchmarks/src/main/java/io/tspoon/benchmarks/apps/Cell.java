/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Arrays;

/**
 * A record of a table.
 *
 * @param x first figure
 * @param y second figure
 * @param rest makes up the size; never changed in place
 */
public record Cell(long x, long y, byte[] rest) {
    /** Type of records. */
    public static final ElementTypeInfo<Cell> TYPE =
            new ElementTypeInfo<>(Cell.class, Serializer.INSTANCE);

    private static final int FIGURES_BYTES = 20;

    /** A record of so many bytes when serialized. */
    static Cell ofSize(int bytes, long x, long y) {
        return new Cell(x, y, new byte[bytes - FIGURES_BYTES]);
    }

    /** The same record with other figures. */
    public Cell with(long newX, long newY) {
        return new Cell(newX, newY, rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cell that
                && x == that.x
                && y == that.y
                && Arrays.equals(rest, that.rest);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * x + y);
    }

    @Override
    public String toString() {
        return "Cell[" + x + ", " + y + ", " + rest.length + " bytes]";
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Cell> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        @Override
        public void serialize(Cell cell, DataOutputView out) throws IOException {
            out.writeLong(cell.x);
            out.writeLong(cell.y);
            out.writeInt(cell.rest.length);
            out.write(cell.rest);
        }

        @Override
        public Cell deserialize(DataInputView in) throws IOException {
            long x = in.readLong();
            long y = in.readLong();
            byte[] rest = new byte[in.readInt()];
            in.readFully(rest);
            return new Cell(x, y, rest);
        }

        @Override
        public Cell createInstance() {
            return new Cell(0, 0, new byte[0]);
        }

        @Override
        public TypeSerializerSnapshot<Cell> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Cell> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
