/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexRange;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.RecordWrites;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.runtime.shape.IndexSelection;
import io.tspoon.runtime.shape.PartitionCalls;
import io.tspoon.runtime.shape.PartitionRecords;
import io.tspoon.runtime.shape.RecordKey;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.OperatorIndexes;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An access to a partition, in which the user's function comes to any record. The partition is what
 * is held and waited for; it gets an empty version with each write, so that all that is done for
 * versions is done for it, too.
 */
final class PartitionAccess<I, O> extends StateAccess<I, RecordKey, Object, O>
        implements PartitionValues, PartitionRecords<KeyRecord<RecordKey, Object>> {
    private final Participant<RecordKey, Object> participant;
    private final RecordCache<RecordKey, Object> cache;
    private final OperatorIndexes<RecordKey, Object> indexes;
    private final PartitionCalls<I, O> calls;
    private @Nullable RecordWrites<RecordKey, Object> writes;

    /**
     * @param participant has the hold on the partition
     * @param cache has the records
     * @param indexes of the states
     */
    PartitionAccess(
            AccessRunner<I, RecordKey, Object, O> runner,
            I element,
            Participant<RecordKey, Object> participant,
            RecordCache<RecordKey, Object> cache,
            OperatorIndexes<RecordKey, Object> indexes) {
        super(runner, element);
        this.participant = participant;
        this.cache = cache;
        this.indexes = indexes;
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
    boolean isWritten() {
        return writes != null;
    }

    /** Nothing is written before that, so there is nothing to undo if the element is rejected. */
    @Override
    void committing() {
        RecordWrites<RecordKey, Object> own = writes;
        if (own != null) {
            write(null);
            participant.holdWithin(this, own);
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

    /**
     * {@inheritDoc} The index has what is installed. What is tentative, and seen by this access, is
     * looked at besides; the hold on the partition keeps everything else away.
     */
    @Override
    public List<Object> keys(
            int place, IndexDefinition index, IndexRange range, boolean descending, int most) {
        IndexSelection selection = new IndexSelection(index, range, descending, most);
        Set<KeyRecord<RecordKey, Object>> tentative = tentative();
        for (KeyRecord<RecordKey, Object> record : tentative) {
            Object key = calls.key(place, record.key());
            if (key != null) {
                selection.add(key, read(record));
            }
        }
        IndexSelection installed = new IndexSelection(index, range, descending, most);
        indexes.find(place, index)
                .ofPartition(partition())
                .visit(
                        range,
                        descending,
                        null,
                        (part, name) -> {
                            if (installed.isFull(part)) {
                                return false;
                            }
                            KeyRecord<RecordKey, Object> record = find(name);
                            if (!tentative.contains(record)) {
                                installed.add(part, name.key(), read(record));
                            }
                            return true;
                        });
        return selection.with(installed).keys();
    }

    /** The records that this access sees with something else than what is installed. */
    private Set<KeyRecord<RecordKey, Object>> tentative() {
        Set<KeyRecord<RecordKey, Object>> records = new HashSet<>();
        Object own = partition();
        participant.writtenWithin(
                this,
                record -> {
                    if (record.key().partition().equals(own)) {
                        records.add(record);
                    }
                });
        RecordWrites<RecordKey, Object> written = writes;
        for (int i = 0; written != null && i < written.size(); i++) {
            records.add(written.record(i));
        }
        return records;
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
        }
        own.put(record, value);
    }
}
