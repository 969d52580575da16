/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedSerializer;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * One type in a segment: the serializer that wrote its logged bytes, and the one that writes them
 * today. The two are compared only when the first of these bytes are read: while the log holds
 * none, the type may have changed in any way.
 */
final class LoggedColumn {
    /** The serializer that reads the logged bytes, and whether they would be the same today. */
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
     * @param what what has this type, for messages
     * @param logged the serializer that wrote the bytes in the log
     * @param today the serializer that writes them now
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

    /** Whether the same value has the same bytes today. */
    boolean isSame() {
        return reader().isSame;
    }

    Object read(byte[] bytes) throws IOException {
        in.setBuffer(bytes);
        return reader().serializer.deserialize(in);
    }

    /** Whether it is no {@link Triggered} one, if elements are of this type. */
    boolean leaves(byte[] bytes) {
        return !(reader().serializer instanceof TriggerPlan.Emitting emitting)
                || emitting.leaves(bytes);
    }

    void convert(byte[] bytes, DataOutputSerializer out) throws IOException {
        if (isSame()) {
            out.write(bytes);
        } else {
            writes.serialize(read(bytes), out);
        }
    }

    private Reader reader() {
        Reader known = reader;
        if (known == null) {
            known = findReader();
            reader = known;
        }
        return known;
    }

    private Reader findReader() {
        TypeSerializerSnapshot<Object> before = before();
        TypeSerializerSchemaCompatibility<Object> compatibility =
                writes.snapshotConfiguration().resolveSchemaCompatibility(before);
        if (compatibility.isIncompatible()) {
            throw new IllegalStateException(changed("Flink cannot read what was written before"));
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

    /**
     * The bytes of the snapshot are intact, so if restoring fails, a class that it names is
     * missing.
     */
    private TypeSerializerSnapshot<Object> before() {
        try {
            return logged.restore(userClasses);
        } catch (IOException e) {
            throw new IllegalStateException(
                    changed("a class that it had is not there any more"), e);
        }
    }

    private String changed(String how) {
        return "[TSP-3205] Cannot recover from write-ahead log: a type has changed, and "
                + how
                + ", graph="
                + graph
                + ", type of="
                + what
                + ", serializer="
                + writes
                + LoggedSchema.advice(graph)
                + ". Changes that Flink's rules for state schema evolution permit need neither";
    }
}
