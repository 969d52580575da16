/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;

/**
 * The serializer that wrote the bytes in a log, as the snapshot that Flink keeps of it.
 *
 * <p>Stays bytes until somebody with the user's classes asks for more, so that a log can be looked
 * at without them.
 *
 * @param snapshot versioned snapshot of the serializer
 */
public record LoggedSerializer(byte[] snapshot) {

    /** What a log keeps of a serializer. */
    public static LoggedSerializer of(TypeSerializer<?> serializer) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        return new LoggedSerializer(out.getCopyOfBuffer());
    }

    /** The snapshot, which can tell if another serializer reads what this one wrote. */
    public <T> TypeSerializerSnapshot<T> restore(ClassLoader userClasses) throws IOException {
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(snapshot), userClasses);
    }

    /** Name of the snapshot's class; needs no classes of the user. */
    public String snapshotClass() throws IOException {
        return new DataInputDeserializer(snapshot).readUTF();
    }
}
