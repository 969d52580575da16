/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.RecordWrites;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.runtime.shape.PartitionCalls;
import io.tspoon.runtime.shape.PartitionRecords;
import io.tspoon.runtime.shape.RecordKey;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * An access to a partition, in which the user's function comes to any record. The partition is what
 * is held and waited for; it gets an empty version with each write, so that all that is done for
 * versions is done for it, too.
 */
final class PartitionAccess<I, O> extends StateAccess<I, RecordKey, Object, O>
        implements PartitionValues, PartitionRecords<KeyRecord<RecordKey, Object>> {
    private final Participant<RecordKey, Object> participant;
    private final RecordCache<RecordKey, Object> cache;
    private final PartitionCalls<I, O> calls;
    private @Nullable RecordWrites<RecordKey, Object> writes;

    /**
     * @param participant has the hold on the partition
     * @param cache has the records
     */
    PartitionAccess(
            AccessRunner<I, RecordKey, Object, O> runner,
            I element,
            Participant<RecordKey, Object> participant,
            RecordCache<RecordKey, Object> cache) {
        super(runner, element);
        this.participant = participant;
        this.cache = cache;
        this.calls = (PartitionCalls<I, O>) runner.calls();
    }

    @Override
    void begin(I forElement, long ofWeight, boolean last, @Nullable RecordKey keyAtHand) {
        super.begin(forElement, ofWeight, last, keyAtHand);
        writes = null;
    }

    @Override
    protected @Nullable RecordWrites<RecordKey, Object> within() {
        return writes;
    }

    @Override
    @Nullable Object written() {
        return writes;
    }

    @Override
    void committing() {
        if (writes != null) {
            participant.holdWithin(this, writes);
        }
    }

    // ------------------------------------------------------------------ user's view

    @Override
    public Object partition() {
        return key().partition();
    }

    @Override
    public <V> ValueAccess<V> value(int place, Object key) {
        return calls.value(this, this, place, key);
    }

    @Override
    public Timers timers(int place, Object key) {
        return calls.timers(this, this, place, key);
    }

    // ------------------------------------------------------------------ records

    @Override
    public KeyRecord<RecordKey, Object> find(RecordKey record) {
        try {
            return cache.get(record);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new FlinkRuntimeException(e);
        }
    }

    @Override
    public @Nullable Object read(KeyRecord<RecordKey, Object> record) {
        RecordWrites<RecordKey, Object> own = writes;
        int index = own == null ? -1 : own.indexOf(record);
        return own != null && index >= 0 ? own.value(index) : participant.readWithin(this, record);
    }

    @Override
    public boolean isOwn(KeyRecord<RecordKey, Object> record) {
        return (writes != null && writes.indexOf(record) >= 0)
                || participant.hasWrittenWithin(this, record);
    }

    @Override
    public void write(KeyRecord<RecordKey, Object> record, @Nullable Object value) {
        RecordWrites<RecordKey, Object> own = writes;
        if (own == null) {
            own = new RecordWrites<>();
            writes = own;
            writeOwn(null);
        }
        own.put(record, value);
    }
}
