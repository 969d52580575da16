/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Writes objects of one {@link JdkValue}. */
final class JdkValueSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final JdkValue value;

    JdkValueSerializer(JdkValue value) {
        this.value = value;
    }

    JdkValue value() {
        return value;
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return this;
    }

    /** There is no usual value, and Flink permits that. */
    @Override
    @SuppressWarnings("NullAway")
    public @Nullable T createInstance() {
        return null;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T record, DataOutputView target) throws IOException {
        value.write(record, target);
    }

    @Override
    @SuppressWarnings("unchecked")
    public T deserialize(DataInputView source) throws IOException {
        return (T) value.read(source);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        value.write(value.read(source), target);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JdkValueSerializer<?> that && value == that.value;
    }

    @Override
    public int hashCode() {
        return value.name().hashCode();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new JdkValueSerializerSnapshot<>(value);
    }
}
