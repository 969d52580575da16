/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import io.tspoon.runtime.plan.Entered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes and reads elements that say where they have entered. What it writes is never stored, but a
 * log may know inputs by their digest.
 *
 * <pre>
 *  bytes   field
 *  1       entry
 *          element, as the serializer of the entry writes it
 * </pre>
 */
@Internal
public final class EnteredSerializer extends TypeSerializer<Entered<Object>> {
    private static final long serialVersionUID = 1L;

    /** By entry. */
    private final List<TypeSerializer<Object>> entries;

    /**
     * @param entries serializers of the elements, by entry
     */
    public EnteredSerializer(List<TypeSerializer<Object>> entries) {
        this.entries = List.copyOf(entries);
    }

    /** The serializers of the elements, by entry. */
    TypeSerializer<?>[] entries() {
        return entries.toArray(new TypeSerializer<?>[0]);
    }

    @Override
    public void serialize(Entered<Object> entered, DataOutputView out) throws IOException {
        out.writeByte(entered.entry());
        entries.get(entered.entry()).serialize(entered.element(), out);
    }

    @Override
    public Entered<Object> deserialize(DataInputView in) throws IOException {
        int entry = in.readByte();
        return new Entered<>(entry, entries.get(entry).deserialize(in));
    }

    @Override
    public Entered<Object> deserialize(Entered<Object> reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int entry = source.readByte();
        target.writeByte(entry);
        entries.get(entry).copy(source, target);
    }

    @Override
    public Entered<Object> copy(Entered<Object> from) {
        TypeSerializer<Object> elements = entries.get(from.entry());
        return elements.isImmutableType()
                ? from
                : new Entered<>(from.entry(), elements.copy(from.element()));
    }

    @Override
    public Entered<Object> copy(Entered<Object> from, Entered<Object> reuse) {
        return copy(from);
    }

    @Override
    public boolean isImmutableType() {
        return entries.stream().allMatch(TypeSerializer::isImmutableType);
    }

    @Override
    public Entered<Object> createInstance() {
        return new Entered<>(0, entries.get(0).createInstance());
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializer<Entered<Object>> duplicate() {
        List<TypeSerializer<Object>> duplicates = new ArrayList<>();
        entries.forEach(elements -> duplicates.add(elements.duplicate()));
        return new EnteredSerializer(duplicates);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EnteredSerializer that && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Entered<Object>> snapshotConfiguration() {
        return new EnteredSerializerSnapshot(this);
    }
}
