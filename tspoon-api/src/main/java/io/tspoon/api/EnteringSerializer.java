/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Objects;

/**
 * Writes the elements of one entry, so that an {@link io.tspoon.runtime.entrance.EnteredSerializer}
 * can read them. What it writes is never stored.
 */
final class EnteringSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final int entry;
    private final TypeSerializer<T> elements;

    /**
     * @param entry its number
     * @param elements writes its elements
     */
    EnteringSerializer(int entry, TypeSerializer<T> elements) {
        this.entry = entry;
        this.elements = elements;
    }

    @Override
    public void serialize(T element, DataOutputView out) throws IOException {
        out.writeByte(entry);
        elements.serialize(element, out);
    }

    @Override
    public T deserialize(DataInputView in) throws IOException {
        in.skipBytesToRead(1);
        return elements.deserialize(in);
    }

    @Override
    public T deserialize(T reuse, DataInputView in) throws IOException {
        in.skipBytesToRead(1);
        return elements.deserialize(reuse, in);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeByte(source.readByte());
        elements.copy(source, target);
    }

    @Override
    public T copy(T from) {
        return elements.copy(from);
    }

    @Override
    public T copy(T from, T reuse) {
        return elements.copy(from, reuse);
    }

    @Override
    public boolean isImmutableType() {
        return elements.isImmutableType();
    }

    @Override
    public T createInstance() {
        return elements.createInstance();
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return new EnteringSerializer<>(entry, elements.duplicate());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EnteringSerializer<?> that
                && entry == that.entry
                && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return Objects.hash(entry, elements);
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        throw new UnsupportedOperationException(
                "[TSP-1303] Cannot describe serializer: elements of a state that is accessed in"
                        + " several places are never stored");
    }
}
