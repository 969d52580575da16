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
 * An event of the input; its number says what it is about, see {@link Application}.
 *
 * @param number no other event of the run has it; those of a source subtask ascend
 * @param start when the event was due, by {@link System#nanoTime}
 */
public record Tick(long number, long start) {
    static final ElementTypeInfo<Tick> TYPE =
            new ElementTypeInfo<>(Tick.class, Serializer.INSTANCE);

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Tick> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(16);
        }

        @Override
        public void serialize(Tick tick, DataOutputView out) throws IOException {
            out.writeLong(tick.number);
            out.writeLong(tick.start);
        }

        @Override
        public Tick deserialize(DataInputView in) throws IOException {
            return new Tick(in.readLong(), in.readLong());
        }

        @Override
        public Tick createInstance() {
            return new Tick(0, 0);
        }

        @Override
        public TypeSerializerSnapshot<Tick> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Tick> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
