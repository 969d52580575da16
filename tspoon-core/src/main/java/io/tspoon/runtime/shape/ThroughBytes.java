/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;

/** Copies as snapshots, logs and the network do. Confined to one thread. */
@Internal
public final class ThroughBytes {
    private static final int INITIAL_BYTES = 64;

    private final DataOutputSerializer written = new DataOutputSerializer(INITIAL_BYTES);
    private final DataInputDeserializer read = new DataInputDeserializer();

    <T> T copy(TypeSerializer<T> serializer, T object) throws IOException {
        written.clear();
        serializer.serialize(object, written);
        read.setBuffer(written.getSharedBuffer(), 0, written.length());
        return serializer.deserialize(read);
    }
}
