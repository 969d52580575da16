/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.runtime.transport.FragmentRows;

import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes over values that an earlier run has logged, in any order of their timestamps: the newest
 * value of each key of each state stays. Confined to the mailbox thread.
 *
 * <p>A record knows the timestamp of its value; Flink's keyed state does not. So the timestamp of
 * an evicted record is kept here until all values have arrived. Memory: the records that the cache
 * may hold, those of one block, and for each further key the key itself plus 16 to 32 bytes for
 * each state.
 */
@Internal
public final class LoggedValues<K, V> {
    private final InstalledVersions<K, V> versions;
    private final RecordCache<K, V> cache;
    private final RecordSpace<K> records;
    private final ValueShape<?, V, ?> shape;
    private final List<TypeSerializer<?>> valueSerializers = new ArrayList<>();

    /** By place of the state: the timestamps of values whose records were evicted. */
    private final List<Object2LongOpenHashMap<K>> evicted = new ArrayList<>();

    public LoggedValues(
            StateOperatorPlan<?, K, V, ?> plan,
            InstalledVersions<K, V> versions,
            RecordCache<K, V> cache) {
        this.versions = versions;
        this.cache = cache;
        this.records = plan.records();
        this.shape = plan.shape();
        plan.states().forEach(state -> valueSerializers.add(state.valueSerializer()));
        end();
    }

    /** Forgets the timestamps, because all values have arrived. */
    public void end() {
        evicted.clear();
        for (int place = 0; place < valueSerializers.size(); place++) {
            Object2LongOpenHashMap<K> timestamps = new Object2LongOpenHashMap<>();
            timestamps.defaultReturnValue(ValueShape.NOT_RESTORED);
            evicted.add(timestamps);
        }
    }

    /** Takes over the values of a block; returns their highest timestamp. */
    public long replay(FragmentRows rows) throws Exception {
        DataInputDeserializer payload = rows.readPayload();
        RecordCache.LookUp<K, V> lookUp = cache.lookUp(rows.size());
        List<Logged> logged = new ArrayList<>(rows.size());
        long highest = Long.MIN_VALUE;
        for (int row = 0; row < rows.size(); row++) {
            int place = payload.readUnsignedByte();
            K record = records.record(place, records.keySerializer(place).deserialize(payload));
            Logged read = read(rows, row, place, payload);
            highest = Math.max(highest, read.timestamp);
            if (read.timestamp > evicted.get(place).getLong(record)) {
                lookUp.add(record);
                logged.add(read);
            }
        }
        rows.checkConsumed();
        lookUp.prefetch();
        for (int i = 0; i < logged.size(); i++) {
            restore(lookUp.record(i), logged.get(i));
        }
        cache.trim(Long.MAX_VALUE, Long.MAX_VALUE, this::keepTimestamps);
        return highest;
    }

    private void keepTimestamps(CachedRecord<K, V> record) {
        for (int place = 0; place < evicted.size(); place++) {
            long timestamp = shape.restoredTimestamp(record, place);
            if (timestamp != ValueShape.NOT_RESTORED) {
                evicted.get(place).put(record.key(), timestamp);
            }
        }
    }

    /**
     * A logged value.
     *
     * @param place place of its state in the operator
     * @param value null if it was deleted
     */
    private record Logged(int place, long timestamp, @Nullable Object value) {}

    private Logged read(FragmentRows rows, int row, int place, DataInputDeserializer payload)
            throws IOException {
        boolean deleted = rows.isDeleted(row);
        return new Logged(
                place,
                rows.timestamp(row),
                deleted ? null : valueSerializers.get(place).deserialize(payload));
    }

    private void restore(CachedRecord<K, V> record, Logged logged) {
        if (shape.restore(versions, record, logged.place, logged.timestamp, logged.value)) {
            cache.markDirty(record);
        }
    }
}
