/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.Collector;

import java.io.IOException;

/**
 * One half of a transfer: a withdrawal or a deposit.
 *
 * @param account what to change
 * @param delta what to add to its balance
 * @param start of the transfer
 */
public record Movement(int account, long delta, long start) {
    /** Type of movements; 20 bytes each. */
    public static final ElementTypeInfo<Movement> TYPE =
            new ElementTypeInfo<>(Movement.class, Serializer.INSTANCE);

    /** Splits a transfer in two; of a withdrawal or deposit there is only one half. */
    public static final class Split implements FlatMapFunction<Transfer, Movement> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(Transfer transfer, Collector<Movement> out) {
            if (transfer.source() != Transfer.NOBODY) {
                out.collect(new Movement(transfer.source(), -transfer.amount(), transfer.start()));
            }
            if (transfer.destination() != Transfer.NOBODY) {
                out.collect(
                        new Movement(transfer.destination(), transfer.amount(), transfer.start()));
            }
        }
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Movement> {
        private static final long serialVersionUID = 1L;

        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(20);
        }

        @Override
        public void serialize(Movement movement, DataOutputView out) throws IOException {
            out.writeInt(movement.account);
            out.writeLong(movement.delta);
            out.writeLong(movement.start);
        }

        @Override
        public Movement deserialize(DataInputView in) throws IOException {
            return new Movement(in.readInt(), in.readLong(), in.readLong());
        }

        @Override
        public Movement createInstance() {
            return new Movement(0, 1, 0);
        }

        @Override
        public TypeSerializerSnapshot<Movement> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Movement> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
