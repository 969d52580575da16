/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Writes, reads and copies what a container holds. Has no state. */
interface Content<C> {
    C copy(C from, TypeSerializer<Object>[] parts);

    void write(C value, TypeSerializer<Object>[] parts, DataOutputView out) throws IOException;

    C read(TypeSerializer<Object>[] parts, DataInputView in) throws IOException;

    static @Nullable Object copy(@Nullable Object part, TypeSerializer<Object> serializer) {
        return part == null ? null : serializer.copy(part);
    }

    /**
     * Writes a part.
     *
     * @param mayBeNull whether a byte says if it is null; most serializers cannot write null
     */
    static void write(
            @Nullable Object part,
            boolean mayBeNull,
            TypeSerializer<Object> serializer,
            DataOutputView out)
            throws IOException {
        if (mayBeNull) {
            out.writeBoolean(part == null);
        }
        if (part != null) {
            serializer.serialize(part, out);
        }
    }

    static @Nullable Object read(
            boolean mayBeNull, TypeSerializer<Object> serializer, DataInputView in)
            throws IOException {
        return mayBeNull && in.readBoolean() ? null : serializer.deserialize(in);
    }
}
