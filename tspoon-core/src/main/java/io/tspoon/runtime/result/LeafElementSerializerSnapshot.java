/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.transaction.LeafElement;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The configuration of a {@link LeafElementSerializer}: names and serializers by leaf. */
@Internal
public final class LeafElementSerializerSnapshot<T>
        extends CompositeTypeSerializerSnapshot<LeafElement<T>, LeafElementSerializer<T>> {
    private static final int VERSION = 1;

    private List<String> leaves = List.of();

    /** Called by Flink to read a snapshot. */
    public LeafElementSerializerSnapshot() {}

    LeafElementSerializerSnapshot(LeafElementSerializer<T> serializer) {
        super(serializer);
        leaves = serializer.leaves();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        out.writeInt(leaves.size());
        for (String leaf : leaves) {
            out.writeUTF(leaf);
        }
    }

    @Override
    protected void readOuterSnapshot(int readVersion, DataInputView in, ClassLoader userClasses)
            throws IOException {
        List<String> read = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            read.add(in.readUTF());
        }
        leaves = List.copyOf(read);
    }

    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<LeafElement<T>> before) {
        return leaves.equals(((LeafElementSerializerSnapshot<T>) before).leaves)
                ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(LeafElementSerializer<T> outer) {
        return outer.elements();
    }

    @Override
    @SuppressWarnings("unchecked") // each is only given elements of its own leaf
    protected LeafElementSerializer<T> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        List<TypeSerializer<T>> elements = new ArrayList<>();
        for (TypeSerializer<?> serializer : nested) {
            elements.add((TypeSerializer<T>) serializer);
        }
        return new LeafElementSerializer<>(leaves, elements);
    }
}
