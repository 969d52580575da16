/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * One access of an event to one key of one table.
 *
 * @param table index of the table
 * @param key of the record
 * @param operation what to do, in the application's own numbers
 * @param x first argument
 * @param y second argument
 * @param first whether it is the event's first access, by which events are counted
 * @param start when the event was due
 */
public record Access(int table, int key, int operation, long x, long y, boolean first, long start) {
    static final ElementTypeInfo<Access> TYPE =
            new ElementTypeInfo<>(Access.class, Serializer.INSTANCE);

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Access> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(37);
        }

        @Override
        public void serialize(Access access, DataOutputView out) throws IOException {
            out.writeInt(access.table);
            out.writeInt(access.key);
            out.writeInt(access.operation);
            out.writeLong(access.x);
            out.writeLong(access.y);
            out.writeBoolean(access.first);
            out.writeLong(access.start);
        }

        @Override
        public Access deserialize(DataInputView in) throws IOException {
            return new Access(
                    in.readInt(),
                    in.readInt(),
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    in.readBoolean(),
                    in.readLong());
        }

        @Override
        public Access createInstance() {
            return new Access(0, 0, 0, 0, 0, false, 0);
        }

        @Override
        public TypeSerializerSnapshot<Access> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Access> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
