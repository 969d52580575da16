/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The configuration of the result serializer: the names of the states, the nested serializers, and
 * since version 2 the names of the entrances, and since version 3 whether results give their inputs
 * back, and how those are written, and since version 4 whether there are batches.
 */
@Internal
public final class TransactionResultSerializerSnapshot<T>
        extends CompositeTypeSerializerSnapshot<
                TransactionResult<T>, TransactionResultSerializer<T>> {
    private static final int VERSION = 4;

    private static final int ENTRANCES_SINCE = 2;
    private static final int INPUTS_SINCE = 3;
    private static final int BATCHES_SINCE = 4;

    private String[] states = new String[0];
    private String[] entrances = new String[0];

    /** Not among the nested ones, whose number must stay the same. */
    private @Nullable TypeSerializerSnapshot<Object> inputs;

    private boolean batches;

    /** Called by Flink to read a snapshot. */
    public TransactionResultSerializerSnapshot() {}

    TransactionResultSerializerSnapshot(TransactionResultSerializer<T> serializer) {
        super(serializer);
        states = serializer.states();
        entrances = serializer.entrances();
        InputColumn column = serializer.inputs();
        inputs = column == null ? null : column.serializer().snapshotConfiguration();
        batches = serializer.batches();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        write(states, out);
        write(entrances, out);
        out.writeBoolean(inputs != null);
        if (inputs != null) {
            TypeSerializerSnapshot.writeVersionedSnapshot(out, inputs);
        }
        out.writeBoolean(batches);
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
        inputs =
                readVersion >= INPUTS_SINCE && in.readBoolean()
                        ? TypeSerializerSnapshot.readVersionedSnapshot(in, userCodeClassLoader)
                        : null;
        batches = readVersion >= BATCHES_SINCE && in.readBoolean();
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
        if (!knows(before.entrances)) {
            return OuterSchemaCompatibility.INCOMPATIBLE;
        }
        OuterSchemaCompatibility ofInputs = compatibility(inputs, before.inputs);
        return ofInputs == OuterSchemaCompatibility.COMPATIBLE_AS_IS
                        && (batches != before.batches
                                || !Arrays.equals(entrances, before.entrances))
                ? OuterSchemaCompatibility.COMPATIBLE_AFTER_MIGRATION
                : ofInputs;
    }

    /** A program may begin to ask for inputs, and it may stop. */
    private static OuterSchemaCompatibility compatibility(
            @Nullable TypeSerializerSnapshot<Object> now,
            @Nullable TypeSerializerSnapshot<Object> before) {
        if (now == null || before == null) {
            return now == before
                    ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                    : OuterSchemaCompatibility.COMPATIBLE_AFTER_MIGRATION;
        }
        TypeSerializerSchemaCompatibility<Object> found = now.resolveSchemaCompatibility(before);
        if (found.isCompatibleAsIs()) {
            return OuterSchemaCompatibility.COMPATIBLE_AS_IS;
        }
        return found.isIncompatible()
                ? OuterSchemaCompatibility.INCOMPATIBLE
                : OuterSchemaCompatibility.COMPATIBLE_AFTER_MIGRATION;
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
        return TransactionResultSerializer.of(
                states,
                nested,
                entrances,
                inputs == null
                        ? null
                        : new InputColumn(inputs.restoreSerializer(), List.of(entrances)),
                batches);
    }
}
