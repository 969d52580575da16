/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexRange;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.runtime.shape.IndexSelection;
import io.tspoon.runtime.shape.PartitionCalls;
import io.tspoon.runtime.shape.PartitionRecords;
import io.tspoon.runtime.shape.RecordKey;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.ValueAccess;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An access to a partition, in which the function comes to any record.
 *
 * @param <O> type of what functions emit
 */
final class SerialPartitionAccess<O> extends SerialAccess<RecordKey, Object, O>
        implements PartitionValues, PartitionRecords<RecordKey> {
    private final PartitionCalls<?, O> calls;
    private final RecordKey partition;
    private final Map<RecordKey, @Nullable Object> writes = new LinkedHashMap<>();

    SerialPartitionAccess(
            PartitionCalls<?, O> calls,
            Triggering triggering,
            RecordKey partition,
            AccessMode mode,
            Map<RecordKey, Object> installed,
            Map<RecordKey, @Nullable Object> tentative) {
        super(calls, triggering, partition, mode, installed, tentative);
        this.calls = calls;
        this.partition = partition;
    }

    @Override
    Map<RecordKey, @Nullable Object> writes() {
        return writes;
    }

    @Override
    public Object partition() {
        return partition.partition();
    }

    @Override
    public <V> ValueAccess<V> value(int place, Object key) {
        return calls.value(this, this, place, key);
    }

    @Override
    public Timers timers(int place, Object key) {
        return calls.timers(this, this, place, key);
    }

    @Override
    public List<Object> keys(
            int place, IndexDefinition index, IndexRange range, boolean descending, int most) {
        IndexSelection selection = new IndexSelection(index, range, descending, most);
        for (RecordKey record : records()) {
            Object key = calls.key(place, record);
            if (key != null && record.partition().equals(partition())) {
                selection.add(key, read(record));
            }
        }
        return selection.keys();
    }

    @Override
    public RecordKey find(RecordKey record) {
        return record;
    }

    @Override
    public @Nullable Object read(RecordKey record) {
        return see(record);
    }

    @Override
    public boolean isOwn(RecordKey record) {
        return tentative().containsKey(record);
    }

    @Override
    public void write(RecordKey record, @Nullable Object value) {
        writes.put(record, value);
        put(record, value);
    }
}
