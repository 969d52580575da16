/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

/**
 * The value of one key of a partition, as a function sees it.
 *
 * @param <R> what the owner of the records finds one by
 */
class RecordView<R, V, O> implements UserFunctionAccess<V, O> {
    private final UserFunctionAccess<?, O> partition;
    private final PartitionRecords<R> records;
    private final ResolvedState<?, V, O> use;
    private final R record;
    private final Object key;

    /**
     * @param partition the access to the partition
     * @param records of the partition
     */
    RecordView(
            UserFunctionAccess<?, O> partition,
            PartitionRecords<R> records,
            ResolvedState<?, V, O> use,
            R record,
            Object key) {
        this.partition = partition;
        this.records = records;
        this.use = use;
        this.record = record;
        this.key = key;
    }

    @Override
    public ResolvedState<?, V, O> use() {
        return use;
    }

    @Override
    public Object key() {
        return key;
    }

    @Override
    public AccessMode mode() {
        return partition.mode();
    }

    @Override
    public boolean isRunning() {
        return partition.isRunning();
    }

    @Override
    @SuppressWarnings("unchecked") // records of the state have its values
    public @Nullable V read() {
        return (V) records.read(record);
    }

    @Override
    public boolean readsOwnWrite() {
        return records.isOwn(record);
    }

    @Override
    public void writeOwn(@Nullable V value) {
        records.write(record, value);
    }

    @Override
    public void keep(O emitted) {
        partition.keep(emitted);
    }

    @Override
    public Triggering triggering() {
        return partition.triggering();
    }

    @Override
    public void keepTriggered(Triggered triggered) {
        partition.keepTriggered(triggered);
    }

    @Override
    public void remember(AbortReason why) {
        partition.remember(why);
    }

    @Override
    public @Nullable AbortReason reason() {
        return partition.reason();
    }
}
