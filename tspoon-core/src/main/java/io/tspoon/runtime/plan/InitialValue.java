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

/**
 * The initial value of a state, for keys that have no value. Shipped in the bytes of the type's
 * serializer, so that values need not be {@link Serializable}.
 */
@Internal
public final class InitialValue<V> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<V> serializer;

    /** Null if there is no initial value. */
    private final byte @Nullable [] written;

    private transient @Nullable V value;

    /**
     * @param value null if there is no initial value
     * @param serializer writes and reads it
     */
    public InitialValue(@Nullable V value, TypeSerializer<V> serializer) {
        this.serializer = serializer;
        this.value = value;
        this.written = value == null ? null : write(value, serializer);
    }

    /** The value, copied unless its type is immutable; null if there is none. */
    public @Nullable V get() {
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
            throw new UncheckedIOException("[TSP-2212] Cannot write initial value: " + value, e);
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
