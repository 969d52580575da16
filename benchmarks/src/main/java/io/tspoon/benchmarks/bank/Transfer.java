/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.List;

/**
 * A request to move money.
 *
 * @param source account that pays, or {@link #NOBODY} in a deposit
 * @param destination account that is paid, never the source, or {@link #NOBODY} in a withdrawal
 * @param amount at least 1
 * @param start when the transfer was due, by {@link System#nanoTime}; of a source without a rate, a
 *     number that no other transfer of the run has
 */
public record Transfer(int source, int destination, long amount, long start) {
    /** In the place of an account: the money comes from outside, or goes there. */
    public static final int NOBODY = -1;

    /** Type of transfers; 24 bytes each. */
    public static final ElementTypeInfo<Transfer> TYPE =
            new ElementTypeInfo<>(Transfer.class, Serializer.INSTANCE);

    /** The request that was split into these movements. */
    static Transfer of(List<Movement> movements) {
        int source = NOBODY;
        int destination = NOBODY;
        for (Movement movement : movements) {
            if (movement.delta() < 0) {
                source = movement.account();
            } else {
                destination = movement.account();
            }
        }
        Movement any = movements.get(0);
        return new Transfer(source, destination, Math.abs(any.delta()), any.start());
    }

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
