/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;

/**
 * The serializer that wrote bytes in a log, as the snapshot that Flink stores of it.
 *
 * <p>Keeps the bytes until {@link #restore} is called with the user's classes, so a log can be
 * inspected without them.
 *
 * @param snapshot versioned snapshot of the serializer
 */
@Internal
public record LoggedSerializer(byte[] snapshot) {

    /** Returns what a log stores of a serializer. */
    public static LoggedSerializer of(TypeSerializer<?> serializer) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        return new LoggedSerializer(out.getCopyOfBuffer());
    }

    /**
     * Returns the snapshot, which can tell whether another serializer reads what this one wrote.
     */
    public <T> TypeSerializerSnapshot<T> restore(ClassLoader userClasses) throws IOException {
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(snapshot), userClasses);
    }

    /** Returns the name of the snapshot's class, without loading classes of the user. */
    public String snapshotClass() throws IOException {
        return new DataInputDeserializer(snapshot).readUTF();
    }
}
