/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * An account after an update.
 *
 * @param account which one
 * @param balance what it holds then
 * @param start number of the transfer
 */
public record Entry(int account, long balance, long start) {
    static final ElementTypeInfo<Entry> TYPE =
            new ElementTypeInfo<>(Entry.class, Serializer.INSTANCE);

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Entry> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(20);
        }

        @Override
        public void serialize(Entry entry, DataOutputView out) throws IOException {
            out.writeInt(entry.account);
            out.writeLong(entry.balance);
            out.writeLong(entry.start);
        }

        @Override
        public Entry deserialize(DataInputView in) throws IOException {
            return new Entry(in.readInt(), in.readLong(), in.readLong());
        }

        @Override
        public Entry createInstance() {
            return new Entry(0, 0, 0);
        }

        @Override
        public TypeSerializerSnapshot<Entry> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Entry> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
