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
 * The configuration of the result serializer: the names of the states, the nested serializers, and
 * since version 2 the names of the entrances.
 */
@Internal
public final class TransactionResultSerializerSnapshot<T>
        extends CompositeTypeSerializerSnapshot<
                TransactionResult<T>, TransactionResultSerializer<T>> {
    private static final int VERSION = 2;

    private static final int ENTRANCES_SINCE = 2;

    private String[] states = new String[0];
    private String[] entrances = new String[0];

    /** Called by Flink to read a snapshot. */
    public TransactionResultSerializerSnapshot() {}

    TransactionResultSerializerSnapshot(TransactionResultSerializer<T> serializer) {
        super(serializer);
        states = serializer.states();
        entrances = serializer.entrances();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        write(states, out);
        write(entrances, out);
    }

    private static void write(String[] names, DataOutputView out) throws IOException {
        out.writeInt(names.length);
        for (String name : names) {
            out.writeUTF(name);
        }
    }

    @Override
    protected void readOuterSnapshot(
            int readVersion, DataInputView in, ClassLoader userCodeClassLoader) throws IOException {
        states = read(in);
        entrances = readVersion < ENTRANCES_SINCE ? new String[0] : read(in);
    }

    private static String[] read(DataInputView in) throws IOException {
        String[] names = new String[in.readInt()];
        for (int i = 0; i < names.length; i++) {
            names[i] = in.readUTF();
        }
        return names;
    }

    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<TransactionResult<T>> oldSnapshot) {
        TransactionResultSerializerSnapshot<T> before =
                (TransactionResultSerializerSnapshot<T>) oldSnapshot;
        if (!Arrays.equals(states, before.states)) {
            return OuterSchemaCompatibility.INCOMPATIBLE;
        }
        if (Arrays.equals(entrances, before.entrances)) {
            return OuterSchemaCompatibility.COMPATIBLE_AS_IS;
        }
        return knows(before.entrances)
                ? OuterSchemaCompatibility.COMPATIBLE_AFTER_MIGRATION
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }

    /** Whether results can be written that have come by these entrances, or by none. */
    private boolean knows(String[] former) {
        return Arrays.asList(entrances).containsAll(Arrays.asList(former));
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(TransactionResultSerializer<T> outer) {
        return outer.nested();
    }

    @Override
    protected TransactionResultSerializer<T> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return TransactionResultSerializer.of(states, nested, entrances);
    }
}
