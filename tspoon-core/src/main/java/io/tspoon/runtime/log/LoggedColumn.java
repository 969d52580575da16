/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedSerializer;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * One type in a segment: what reads its logged bytes, and what writes them today. The two are
 * compared when the first of these bytes are there: without any the type may be another one.
 */
final class LoggedColumn {
    /** What reads the bytes, and whether they are the same today. */
    private record Reader(TypeSerializer<Object> serializer, boolean isSame) {}

    private final String graph;
    private final String what;
    private final LoggedSerializer logged;
    private final TypeSerializer<Object> writes;
    private final ClassLoader userClasses;
    private final DataInputDeserializer in = new DataInputDeserializer();

    private @Nullable Reader reader;

    /**
     * @param graph name of the t-graph
     * @param what has this type, for messages
     * @param logged wrote the bytes in the log
     * @param today writes them now
     * @param userClasses finds the user's classes
     */
    @SuppressWarnings("unchecked")
    LoggedColumn(
            String graph,
            String what,
            LoggedSerializer logged,
            TypeSerializer<?> today,
            ClassLoader userClasses) {
        this.graph = graph;
        this.what = what;
        this.logged = logged;
        this.writes = (TypeSerializer<Object>) today;
        this.userClasses = userClasses;
    }

    /** Whether the bytes are the same today. */
    boolean isSame() throws IOException {
        return reader().isSame;
    }

    Object read(byte[] bytes) throws IOException {
        in.setBuffer(bytes);
        return reader().serializer.deserialize(in);
    }

    void convert(byte[] bytes, DataOutputSerializer out) throws IOException {
        if (isSame()) {
            out.write(bytes);
        } else {
            writes.serialize(read(bytes), out);
        }
    }

    private Reader reader() throws IOException {
        Reader known = reader;
        if (known == null) {
            known = findReader();
            reader = known;
        }
        return known;
    }

    private Reader findReader() throws IOException {
        TypeSerializerSnapshot<Object> before = logged.restore(userClasses);
        TypeSerializerSchemaCompatibility<Object> compatibility =
                writes.snapshotConfiguration().resolveSchemaCompatibility(before);
        if (compatibility.isIncompatible()) {
            throw new IllegalStateException(
                    "Cannot recover from write-ahead log: a type has changed so that Flink cannot"
                            + " read what was written before, graph="
                            + graph
                            + ", type of="
                            + what
                            + ", serializer="
                            + writes
                            + ". Go back to the old type, stop the job with a savepoint, and change"
                            + " it as Flink's rules for state schema evolution say");
        }
        if (compatibility.isCompatibleAsIs()) {
            return new Reader(writes, true);
        }
        TypeSerializer<Object> reconfigured =
                compatibility.isCompatibleWithReconfiguredSerializer()
                        ? compatibility.getReconfiguredSerializer()
                        : null;
        return new Reader(reconfigured == null ? before.restoreSerializer() : reconfigured, false);
    }
}
