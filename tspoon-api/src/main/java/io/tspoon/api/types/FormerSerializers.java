/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.flink.ContainerSnapshots;

import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.typeutils.runtime.NullableSerializer.NullableSerializerSnapshot;
import org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Serializers of Flink that wrote what tspoon's own write now. What a snapshot or a log holds of
 * theirs is read with them, and written anew.
 */
final class FormerSerializers {
    private static final TypeSerializerSnapshot<?>[] UNKNOWN_PARTS = {};

    private FormerSerializers() {}

    /**
     * How the parts of a container were written, as far as it is known; null if Flink has not
     * written containers that may be declared in this way.
     */
    static TypeSerializerSnapshot<?> @Nullable [] partsOf(
            TypeSerializerSnapshot<?> old, Class<?> declared) {
        TypeSerializerSnapshot<?> present = present(old);
        Class<?> collection = ContainerSnapshots.containerOf(present);
        if (collection != null
                && declared.isAssignableFrom(collection)
                && present instanceof CompositeTypeSerializerSnapshot<?, ?> composite) {
            return Arrays.stream(composite.getNestedSerializerSnapshots())
                    .map(FormerSerializers::present)
                    .toArray(TypeSerializerSnapshot<?>[]::new);
        }
        return isKryoOf(present, declared) ? UNKNOWN_PARTS : null;
    }

    /**
     * How values that are not null were written. Flink wraps the elements of lists, the keys of
     * maps, and collections in records and POJOs; what holds them says itself now what is null.
     */
    private static TypeSerializerSnapshot<?> present(TypeSerializerSnapshot<?> old) {
        return old instanceof NullableSerializerSnapshot<?> nullable
                ? nullable.getNestedSerializerSnapshots()[0]
                : old;
    }

    /** Whether Kryo has written values of a class. */
    static boolean isKryoOf(TypeSerializerSnapshot<?> old, Class<?> type) {
        return old instanceof KryoSerializerSnapshot<?> kryo
                && classWritten(kryo).equals(type.getName());
    }

    /** Flink does not tell it; it is what the snapshot begins with. */
    private static String classWritten(KryoSerializerSnapshot<?> kryo) {
        try {
            DataOutputSerializer written = new DataOutputSerializer(1024);
            kryo.writeSnapshot(written);
            return new DataInputDeserializer(written.getCopyOfBuffer()).readUTF();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "[TSP-1212] Cannot read snapshot of Kryo: it is not whole", e);
        }
    }
}
