/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * A step of a chain.
 *
 * @param number of the chain, from 0
 * @param level of the step, from 0
 * @param start when the chain was due, by {@link System#nanoTime}; of a source without a rate, a
 *     number that no other chain of the run has
 */
public record Step(long number, int level, long start) {
    /** Type of steps; 20 bytes each. */
    static final ElementTypeInfo<Step> TYPE =
            new ElementTypeInfo<>(Step.class, Serializer.INSTANCE);

    /** The step that follows. */
    Step next() {
        return new Step(number, level + 1, start);
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Step> {
        private static final long serialVersionUID = 1L;

        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(20);
        }

        @Override
        public void serialize(Step step, DataOutputView out) throws IOException {
            out.writeLong(step.number);
            out.writeInt(step.level);
            out.writeLong(step.start);
        }

        @Override
        public Step deserialize(DataInputView in) throws IOException {
            return new Step(in.readLong(), in.readInt(), in.readLong());
        }

        @Override
        public Step createInstance() {
            return new Step(0, 0, 0);
        }

        @Override
        public TypeSerializerSnapshot<Step> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Step> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
