/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.transaction.LeafElement;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes and reads elements with the names of their leaves.
 *
 * <pre>
 *  bytes   field
 *  1       number of the leaf
 *          element, as the serializer of the leaf writes it
 * </pre>
 *
 * @param <T> type of the elements of all leaves
 */
@Internal
public final class LeafElementSerializer<T> extends TypeSerializer<LeafElement<T>> {
    private static final long serialVersionUID = 1L;

    private final List<String> leaves;
    private final List<TypeSerializer<T>> elements;

    /**
     * @param leaves names of the leaves, by number
     * @param elements serializers of their elements, by number
     */
    public LeafElementSerializer(List<String> leaves, List<TypeSerializer<T>> elements) {
        this.leaves = List.copyOf(leaves);
        this.elements = List.copyOf(elements);
    }

    List<String> leaves() {
        return leaves;
    }

    TypeSerializer<?>[] elements() {
        return elements.toArray(new TypeSerializer<?>[0]);
    }

    private TypeSerializer<T> elementsOf(LeafElement<T> emitted) {
        return elements.get(leaves.indexOf(emitted.leaf()));
    }

    @Override
    public void serialize(LeafElement<T> emitted, DataOutputView out) throws IOException {
        out.writeByte(leaves.indexOf(emitted.leaf()));
        elementsOf(emitted).serialize(emitted.element(), out);
    }

    @Override
    public LeafElement<T> deserialize(DataInputView in) throws IOException {
        int leaf = in.readUnsignedByte();
        return new LeafElement<>(leaves.get(leaf), elements.get(leaf).deserialize(in));
    }

    @Override
    public LeafElement<T> deserialize(LeafElement<T> reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int leaf = source.readUnsignedByte();
        target.writeByte(leaf);
        elements.get(leaf).copy(source, target);
    }

    @Override
    public LeafElement<T> copy(LeafElement<T> from) {
        TypeSerializer<T> serializer = elementsOf(from);
        return serializer.isImmutableType()
                ? from
                : new LeafElement<>(from.leaf(), serializer.copy(from.element()));
    }

    @Override
    public LeafElement<T> copy(LeafElement<T> from, LeafElement<T> reuse) {
        return copy(from);
    }

    @Override
    public boolean isImmutableType() {
        return elements.stream().allMatch(TypeSerializer::isImmutableType);
    }

    @Override
    public LeafElement<T> createInstance() {
        return new LeafElement<>(leaves.get(0), elements.get(0).createInstance());
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializer<LeafElement<T>> duplicate() {
        List<TypeSerializer<T>> duplicates = new ArrayList<>();
        elements.forEach(serializer -> duplicates.add(serializer.duplicate()));
        return new LeafElementSerializer<>(leaves, duplicates);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LeafElementSerializer<?> that
                && leaves.equals(that.leaves)
                && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return Objects.hash(leaves, elements);
    }

    @Override
    public TypeSerializerSnapshot<LeafElement<T>> snapshotConfiguration() {
        return new LeafElementSerializerSnapshot<>(this);
    }
}
