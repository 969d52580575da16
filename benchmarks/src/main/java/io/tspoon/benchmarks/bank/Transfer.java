/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * A request to move money.
 *
 * @param source account that pays
 * @param destination account that is paid, never the source
 * @param amount at least 1
 * @param start when the transfer was due, by {@link System#nanoTime}
 */
public record Transfer(int source, int destination, long amount, long start) {
    /** Type of transfers; 24 bytes each. */
    public static final ElementTypeInfo<Transfer> TYPE =
            new ElementTypeInfo<>(Transfer.class, Serializer.INSTANCE);

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Transfer> {
        private static final long serialVersionUID = 1L;

        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(24);
        }

        @Override
        public void serialize(Transfer transfer, DataOutputView out) throws IOException {
            out.writeInt(transfer.source);
            out.writeInt(transfer.destination);
            out.writeLong(transfer.amount);
            out.writeLong(transfer.start);
        }

        @Override
        public Transfer deserialize(DataInputView in) throws IOException {
            return new Transfer(in.readInt(), in.readInt(), in.readLong(), in.readLong());
        }

        @Override
        public Transfer createInstance() {
            return new Transfer(0, 1, 1, 0);
        }

        @Override
        public TypeSerializerSnapshot<Transfer> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Transfer> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
