/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Objects;

/**
 * Writes and reads {@link ExchangedValue}s.
 *
 * <pre>
 *  bytes   field
 *  4       place
 *  1       bits 0-1: mode; 2: there is a key; 3: the key exists; 4: there is a value
 *          key
 *          value
 * </pre>
 */
@Internal
public final class ExchangedValueSerializer<K, V> extends TypeSerializer<ExchangedValue<K, V>> {
    private static final long serialVersionUID = 1L;

    private static final int MODE_MASK = 3;
    private static final int HAS_KEY = 1 << 2;
    private static final int EXISTS = 1 << 3;
    private static final int HAS_VALUE = 1 << 4;

    private static final AccessMode[] MODES = AccessMode.values();

    private final TypeSerializer<K> keys;
    private final TypeSerializer<V> values;

    /**
     * @param keys of the state
     * @param values of the state
     */
    public ExchangedValueSerializer(TypeSerializer<K> keys, TypeSerializer<V> values) {
        this.keys = keys;
        this.values = values;
    }

    TypeSerializer<K> keys() {
        return keys;
    }

    TypeSerializer<V> values() {
        return values;
    }

    @Override
    public void serialize(ExchangedValue<K, V> exchanged, DataOutputView out) throws IOException {
        K key = exchanged.key();
        V value = exchanged.value();
        out.writeInt(exchanged.place());
        out.writeByte(
                exchanged.mode().ordinal()
                        | (key == null ? 0 : HAS_KEY)
                        | (exchanged.exists() ? EXISTS : 0)
                        | (value == null ? 0 : HAS_VALUE));
        if (key != null) {
            keys.serialize(key, out);
        }
        if (value != null) {
            values.serialize(value, out);
        }
    }

    @Override
    public ExchangedValue<K, V> deserialize(DataInputView in) throws IOException {
        int place = in.readInt();
        int bits = in.readByte();
        @Nullable K key = (bits & HAS_KEY) == 0 ? null : keys.deserialize(in);
        @Nullable V value = (bits & HAS_VALUE) == 0 ? null : values.deserialize(in);
        return new ExchangedValue<>(
                place, MODES[bits & MODE_MASK], key, (bits & EXISTS) != 0, value);
    }

    @Override
    public ExchangedValue<K, V> deserialize(ExchangedValue<K, V> reuse, DataInputView in)
            throws IOException {
        return deserialize(in);
    }

    @Override
    public boolean isImmutableType() {
        return keys.isImmutableType() && values.isImmutableType();
    }

    @Override
    public TypeSerializer<ExchangedValue<K, V>> duplicate() {
        return new ExchangedValueSerializer<>(keys.duplicate(), values.duplicate());
    }

    @Override
    public ExchangedValue<K, V> createInstance() {
        return new ExchangedValue<>(0, AccessMode.READ, null, false, null);
    }

    @Override
    public ExchangedValue<K, V> copy(ExchangedValue<K, V> from) {
        K key = from.key();
        V value = from.value();
        return new ExchangedValue<>(
                from.place(),
                from.mode(),
                key == null ? null : keys.copy(key),
                from.exists(),
                value == null ? null : values.copy(value));
    }

    @Override
    public ExchangedValue<K, V> copy(ExchangedValue<K, V> from, ExchangedValue<K, V> reuse) {
        return copy(from);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExchangedValueSerializer<?, ?> that
                && keys.equals(that.keys)
                && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keys, values);
    }

    @Override
    public TypeSerializerSnapshot<ExchangedValue<K, V>> snapshotConfiguration() {
        return new ExchangedValueSerializerSnapshot<>(this);
    }
}
