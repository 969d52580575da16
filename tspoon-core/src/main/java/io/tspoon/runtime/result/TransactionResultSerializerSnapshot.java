/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Arrays;

/**
 * The configuration of the result serializer: the names of the states, and the nested serializers.
 */
@Internal
public final class TransactionResultSerializerSnapshot<T>
        extends CompositeTypeSerializerSnapshot<
                TransactionResult<T>, TransactionResultSerializer<T>> {
    private static final int VERSION = 1;

    private String[] states = new String[0];

    /** Called by Flink to read a snapshot. */
    public TransactionResultSerializerSnapshot() {}

    TransactionResultSerializerSnapshot(TransactionResultSerializer<T> serializer) {
        super(serializer);
        states = serializer.states();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        out.writeInt(states.length);
        for (String state : states) {
            out.writeUTF(state);
        }
    }

    @Override
    protected void readOuterSnapshot(
            int readVersion, DataInputView in, ClassLoader userCodeClassLoader) throws IOException {
        states = new String[in.readInt()];
        for (int i = 0; i < states.length; i++) {
            states[i] = in.readUTF();
        }
    }

    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<TransactionResult<T>> oldSnapshot) {
        String[] before = ((TransactionResultSerializerSnapshot<T>) oldSnapshot).states;
        return Arrays.equals(states, before)
                ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(TransactionResultSerializer<T> outer) {
        return outer.nested();
    }

    @Override
    protected TransactionResultSerializer<T> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return TransactionResultSerializer.of(states, nested);
    }
}
