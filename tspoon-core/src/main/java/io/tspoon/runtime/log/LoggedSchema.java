/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How the bytes of one segment are read by a job whose types may have changed since: as Flink reads
 * the state of a savepoint, states by name, values by the serializer that wrote them.
 */
public final class LoggedSchema {
    /** One type: what reads its logged bytes, and what writes them today. */
    private static final class Column {
        private final TypeSerializer<Object> reads;
        private final TypeSerializer<Object> writes;
        private final boolean isSame;
        private final DataInputDeserializer in = new DataInputDeserializer();

        Column(TypeSerializer<Object> reads, TypeSerializer<Object> writes, boolean isSame) {
            this.reads = reads;
            this.writes = writes;
            this.isSame = isSame;
        }

        Object read(byte[] logged) throws IOException {
            in.setBuffer(logged);
            return reads.deserialize(in);
        }

        void convert(byte[] logged, DataOutputSerializer out) throws IOException {
            if (isSame) {
                out.write(logged);
            } else {
                writes.serialize(read(logged), out);
            }
        }
    }

    private final String graph;
    private final int[] states;
    private final List<Column> keys = new ArrayList<>();
    private final List<Column> values = new ArrayList<>();
    private final Column element;
    private final boolean isSame;

    /**
     * @param header of the segment
     * @param columns the states of the job today
     * @param elementSerializer writes emitted elements today
     * @param userClasses finds the user's classes
     */
    public LoggedSchema(
            LogHeader header,
            List<StateColumns> columns,
            TypeSerializer<?> elementSerializer,
            ClassLoader userClasses)
            throws IOException {
        graph = header.graph();
        states = new int[header.states().size()];
        boolean same = true;
        for (int i = 0; i < states.length; i++) {
            LoggedState logged = header.states().get(i);
            StateColumns today = find(logged.name(), columns);
            states[i] = columns.indexOf(today);
            Column key = column(logged.name(), logged.key(), today.keySerializer(), userClasses);
            Column value =
                    column(logged.name(), logged.value(), today.valueSerializer(), userClasses);
            keys.add(key);
            values.add(value);
            same &= states[i] == i && key.isSame && value.isSame;
        }
        element = column("emitted elements", header.element(), elementSerializer, userClasses);
        isSame = same && element.isSame;
    }

    /** Whether records can be passed on as they are. */
    public boolean isSame() {
        return isSame;
    }

    /** Index that a logged state has today. */
    public int state(int logged) {
        return states[logged];
    }

    public Object key(int logged, byte[] bytes) throws IOException {
        return keys.get(logged).read(bytes);
    }

    /** Writes a logged key as it is written today. */
    public void convertKey(int logged, byte[] bytes, DataOutputSerializer out) throws IOException {
        keys.get(logged).convert(bytes, out);
    }

    /** Writes a logged value as it is written today. */
    public void convertValue(int logged, byte[] bytes, DataOutputSerializer out)
            throws IOException {
        values.get(logged).convert(bytes, out);
    }

    /** Writes a logged element as it is written today. */
    public void convertElement(byte[] bytes, DataOutputSerializer out) throws IOException {
        element.convert(bytes, out);
    }

    private StateColumns find(String name, List<StateColumns> columns) {
        for (StateColumns column : columns) {
            if (column.name().equals(name)) {
                return column;
            }
        }
        throw new IllegalStateException(
                "Cannot recover from write-ahead log: it holds updates of a state that the t-graph"
                        + " does not have any more, graph="
                        + graph
                        + ", state="
                        + name
                        + ". Stop the job with a savepoint first, which leaves nothing to recover,"
                        + " then remove or rename the state");
    }

    @SuppressWarnings("unchecked")
    private Column column(
            String what, LoggedSerializer logged, TypeSerializer<?> today, ClassLoader userClasses)
            throws IOException {
        TypeSerializer<Object> writes = (TypeSerializer<Object>) today;
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
                            + today
                            + ". Go back to the old type, stop the job with a savepoint, and change"
                            + " it as Flink's rules for state schema evolution say");
        }
        if (compatibility.isCompatibleAsIs()) {
            return new Column(writes, writes, true);
        }
        TypeSerializer<Object> reads = reconfigured(compatibility);
        return new Column(reads == null ? before.restoreSerializer() : reads, writes, false);
    }

    private static @Nullable TypeSerializer<Object> reconfigured(
            TypeSerializerSchemaCompatibility<Object> compatibility) {
        return compatibility.isCompatibleWithReconfiguredSerializer()
                ? compatibility.getReconfiguredSerializer()
                : null;
    }
}
