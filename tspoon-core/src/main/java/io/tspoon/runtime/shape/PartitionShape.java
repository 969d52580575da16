/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.flink.operator.RecordState;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.RecordWrites;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Each record holds the value of a key in one of several states, which are partitioned. An access
 * is to a partition, and comes to any of its records. What it does is done by the function of the
 * first state. Design: ADR 0039.
 */
@Internal
public final class PartitionShape<I, O> implements ValueShape<I, Object, O> {
    private static final long serialVersionUID = 1L;

    private static final int DELETED = 0x80;

    private final List<StatePlan<?, ?, ?>> states;
    private final RecordsInPartitions records;

    /**
     * @param states by place
     */
    public PartitionShape(List<StatePlan<?, ?, ?>> states, RecordsInPartitions records) {
        this.states = List.copyOf(states);
        this.records = records;
    }

    @Override
    public List<StatePlan<?, ?, ?>> states() {
        return states;
    }

    @Override
    @SuppressWarnings("unchecked") // elements come to the function of the first state
    public AccessModes<I> modes() {
        return (AccessModes<I>) states.get(0).modes();
    }

    @Override
    public boolean sharesKeys() {
        return true;
    }

    @Override
    public <R> R ways(RecordWays<R> ways) {
        return ways.perPartition();
    }

    @Override
    @SuppressWarnings("unchecked") // elements leave by the function of the first state
    public TypeSerializer<O> outputSerializer() {
        return (TypeSerializer<O>) states.get(0).outputSerializer();
    }

    @Override
    public PartitionCalls<I, O> calls(boolean objectReuse) {
        return new PartitionCalls<>(states, records, objectReuse);
    }

    // ------------------------------------------------------------------ Flink's keyed state

    @Override
    public StoredValues<Object> open(KeyedStates keyed) throws Exception {
        List<RecordState<Object, Object>> opened = new ArrayList<>();
        for (int place = 0; place < states.size(); place++) {
            opened.add(
                    keyed.records(
                            StoredValues.nameOf(states, place),
                            keySerializer(place),
                            valueSerializer(place)));
        }
        return new StoredRecords(opened);
    }

    @Override
    public @Nullable Object valueOf(@Nullable Object content, int place) {
        return content;
    }

    // ------------------------------------------------------------------ close operator

    @Override
    public boolean isWrittenWith(TypeSerializer<?> elements) {
        return false;
    }

    /** {@inheritDoc} Here the content is {@link RecordWrites}. */
    @Override
    public <K> void report(
            FragmentWriter writer,
            boolean held,
            boolean again,
            RecordSpace<K> ofOperator,
            K partition,
            @Nullable Object content)
            throws IOException {
        RecordWrites<?, ?> writes = (RecordWrites<?, ?>) Objects.requireNonNull(content);
        DataOutputSerializer out = writer.reportRecords(held, again, writes.size());
        out.writeInt(writes.size());
        for (int i = 0; i < writes.size(); i++) {
            RecordKey record = (RecordKey) writes.key(i);
            int place = record.place();
            Object value = writes.value(i);
            out.writeByte(value == null ? place | DELETED : place);
            keySerializer(place).serialize(record.key(), out);
            if (value != null) {
                valueSerializer(place).serialize(value, out);
            }
        }
    }

    /** The place of a reported write, of the byte before its key. */
    public static int placeOf(int written) {
        return written & ~DELETED;
    }

    /** Whether a reported write, of which this is the byte before its key, is a deletion. */
    public static boolean isDeletion(int written) {
        return (written & DELETED) != 0;
    }

    // ------------------------------------------------------------------ log

    @Override
    public <K> boolean restore(
            InstalledVersions<K, Object> versions,
            KeyRecord<K, Object> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        versions.restore(record, timestamp, value);
        return false;
    }

    @Override
    public long restoredTimestamp(KeyRecord<?, Object> record, int place) {
        return record.key() instanceof RecordKey named && named.place() == place
                ? record.installedTimestamp()
                : NOT_RESTORED;
    }

    @SuppressWarnings("unchecked") // only keys of the state are passed to it
    private TypeSerializer<Object> keySerializer(int place) {
        return (TypeSerializer<Object>) records.keySerializer(place);
    }

    @SuppressWarnings("unchecked") // only values of the state are passed to it
    private TypeSerializer<Object> valueSerializer(int place) {
        return (TypeSerializer<Object>) states.get(place).valueSerializer();
    }
}
