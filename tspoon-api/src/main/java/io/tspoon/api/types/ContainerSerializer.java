/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/** Writes containers of one kind, and with them what kind of collection or map a value was. */
final class ContainerSerializer<C> extends TypeSerializer<C> {
    private static final long serialVersionUID = 1L;

    private final Class<?> declared;
    private final Container container;
    private final TypeSerializer<Object>[] parts;

    private ContainerSerializer(
            Class<?> declared, Container container, TypeSerializer<Object>[] parts) {
        this.declared = declared;
        this.container = container;
        this.parts = parts;
    }

    /** The casts are safe: the types of the parts are those of the container. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static <C> ContainerSerializer<C> of(Class<?> declared, TypeSerializer<?>[] parts) {
        Container container = Container.of(declared);
        if (container == null) {
            throw new IllegalArgumentException(
                    "[TSP-1209] Cannot write container: unknown class, class="
                            + declared.getName());
        }
        return new ContainerSerializer<>(declared, container, (TypeSerializer[]) parts);
    }

    /** The class that was declared; values are of it. */
    Class<?> declared() {
        return declared;
    }

    TypeSerializer<?>[] parts() {
        return parts;
    }

    private Content<C> content() {
        return container.content();
    }

    @Override
    public boolean isImmutableType() {
        return container == Container.OPTIONAL && parts[0].isImmutableType();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a serializer that needs no copy gives itself
    public TypeSerializer<C> duplicate() {
        TypeSerializer<?>[] others = new TypeSerializer<?>[parts.length];
        boolean same = true;
        for (int i = 0; i < parts.length; i++) {
            others[i] = parts[i].duplicate();
            same &= others[i] == parts[i];
        }
        return same ? this : of(declared, others);
    }

    /** There is no usual value, and Flink permits that. */
    @Override
    @SuppressWarnings("NullAway")
    public @Nullable C createInstance() {
        return null;
    }

    @Override
    public C copy(C from) {
        return content().copy(from, parts);
    }

    @Override
    public C copy(C from, C reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(C record, DataOutputView target) throws IOException {
        content().write(record, parts, target);
    }

    @Override
    public C deserialize(DataInputView source) throws IOException {
        return content().read(parts, source);
    }

    @Override
    public C deserialize(C reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ContainerSerializer<?> that
                && declared == that.declared
                && Arrays.equals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return 31 * declared.getName().hashCode() + Arrays.hashCode(parts);
    }

    @Override
    public TypeSerializerSnapshot<C> snapshotConfiguration() {
        return new ContainerSerializerSnapshot<>(this);
    }
}
