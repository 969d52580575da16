/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * What one access says.
 *
 * @param value of which the sum over an event is its answer
 * @param start when the event was due
 */
public record Answer(long value, long start) {
    static final ElementTypeInfo<Answer> TYPE =
            new ElementTypeInfo<>(Answer.class, Serializer.INSTANCE);

    /** The value of what would have aborted, were it a transaction. */
    static final long REJECTED = Long.MIN_VALUE;

    /** Counts an event for each answer. */
    static CountingSink.Counter<Answer> counter(boolean timed) {
        return (answer, gauge) -> {
            gauge.consume(answer.value);
            gauge.count(answer.value == REJECTED, 1);
            if (timed) {
                gauge.recordSince(answer.start);
            }
        };
    }

    /** Writes the fields one after the other. */
    public static final class Serializer extends ElementSerializer<Answer> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        public Serializer() {
            super(16);
        }

        @Override
        public void serialize(Answer answer, DataOutputView out) throws IOException {
            out.writeLong(answer.value);
            out.writeLong(answer.start);
        }

        @Override
        public Answer deserialize(DataInputView in) throws IOException {
            return new Answer(in.readLong(), in.readLong());
        }

        @Override
        public Answer createInstance() {
            return new Answer(0, 0);
        }

        @Override
        public TypeSerializerSnapshot<Answer> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Answer> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
