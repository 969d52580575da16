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
 * A vote with the one before it from the same phone.
 *
 * @param number of the vote
 * @param before number of the phone's last valid vote; 0 if there is none
 * @param start when the vote was due
 */
public record Ballot(long number, long before, long start) {
    static final ElementTypeInfo<Ballot> TYPE =
            new ElementTypeInfo<>(Ballot.class, Serializer.INSTANCE);

    /** Whether it only asks; votes are counted from 1. */
    boolean isQuestion() {
        return number <= 0;
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Ballot> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(24);
        }

        @Override
        public void serialize(Ballot ballot, DataOutputView out) throws IOException {
            out.writeLong(ballot.number);
            out.writeLong(ballot.before);
            out.writeLong(ballot.start);
        }

        @Override
        public Ballot deserialize(DataInputView in) throws IOException {
            return new Ballot(in.readLong(), in.readLong(), in.readLong());
        }

        @Override
        public Ballot createInstance() {
            return new Ballot(0, 0, 0);
        }

        @Override
        public TypeSerializerSnapshot<Ballot> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Ballot> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
