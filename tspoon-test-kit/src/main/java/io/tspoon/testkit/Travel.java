/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;

/** What travels in a job is written and read: nobody gets the object that somebody else has. */
final class Travel {
    private static final int INITIAL_BYTES = 64;

    private Travel() {}

    /** The object as it arrives. */
    static <T> T through(TypeSerializer<T> serializer, T object) throws IOException {
        return read(serializer, write(serializer, object));
    }

    static <T> byte[] write(TypeSerializer<T> serializer, T object) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        serializer.serialize(object, out);
        return out.getCopyOfBuffer();
    }

    static <T> T read(TypeSerializer<T> serializer, byte[] bytes) throws IOException {
        return serializer.deserialize(new DataInputDeserializer(bytes));
    }
}
