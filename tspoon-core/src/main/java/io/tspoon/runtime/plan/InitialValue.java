/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** The initial values of a state: what a key has that has no value. */
@Internal
public interface InitialValue<V> extends Serializable {
    /**
     * The initial value of a key. Nobody else has the object, unless its type is immutable.
     *
     * @return null if the key has none
     */
    @Nullable V of(Object key);

    /** The value that all keys have; null if there is none, or if it depends on the key. */
    @Nullable V ofAll();

    /**
     * All keys have the same value. It is shipped in the bytes of the type's serializer, so that
     * values need not be {@link Serializable}.
     *
     * @param value null if there is no initial value
     * @param serializer writes and reads it
     */
    static <V> InitialValue<V> constant(@Nullable V value, TypeSerializer<V> serializer) {
        return new Constant<>(value, serializer);
    }

    /**
     * The value of a key depends on the key.
     *
     * @param function gives it
     * @param serializer copies it
     */
    static <K, V> InitialValue<V> byKey(ByKey<K, V> function, TypeSerializer<V> serializer) {
        return new Computed<>(function, serializer);
    }

    /** Gives the initial value of a key; null if it has none. */
    @FunctionalInterface
    interface ByKey<K, V> extends Serializable {
        @Nullable V of(K key);
    }

    /** The same for all keys. */
    final class Constant<V> implements InitialValue<V> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<V> serializer;

        /** Null if there is no initial value. */
        private final byte @Nullable [] written;

        private transient @Nullable V value;

        private Constant(@Nullable V value, TypeSerializer<V> serializer) {
            this.serializer = serializer;
            this.value = value;
            this.written = value == null ? null : write(value, serializer);
        }

        @Override
        public @Nullable V of(Object key) {
            return ofAll();
        }

        @Override
        public @Nullable V ofAll() {
            if (value == null && written != null) {
                value = read(written, serializer);
            }
            return value == null || serializer.isImmutableType() ? value : serializer.copy(value);
        }

        private static <V> byte[] write(V value, TypeSerializer<V> serializer) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            try {
                serializer.serialize(value, out);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "[TSP-2212] Cannot write initial value: " + value, e);
            }
            return out.getCopyOfBuffer();
        }

        private static <V> V read(byte[] written, TypeSerializer<V> serializer) {
            try {
                return serializer.deserialize(new DataInputDeserializer(written));
            } catch (IOException e) {
                throw new UncheckedIOException("[TSP-2213] Cannot read initial value", e);
            }
        }
    }

    /** Depends on the key. The function may return the same object again, so it is copied. */
    record Computed<K, V>(ByKey<K, V> function, TypeSerializer<V> serializer)
            implements InitialValue<V> {
        @Override
        @SuppressWarnings("unchecked") // only keys of the state have values
        public @Nullable V of(Object key) {
            V value = function.of((K) key);
            return value == null || serializer.isImmutableType() ? value : serializer.copy(value);
        }

        @Override
        public @Nullable V ofAll() {
            return null;
        }
    }
}
