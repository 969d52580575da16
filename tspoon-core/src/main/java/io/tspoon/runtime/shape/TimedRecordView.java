/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.timer.PendingTimers;
import io.tspoon.transaction.Timers;

import org.jspecify.annotations.Nullable;

/**
 * The value of one key of a partition, in a state that has timers or whose values expire: beside
 * it, in records of their own, are the timers of the key, and when the value was written.
 *
 * @param <R> what the owner of the records finds one by
 */
final class TimedRecordView<R, V, O> extends RecordView<R, V, O> {
    private final PartitionRecords<R> records;
    private final RecordKey record;
    private final PartitionTimes.OfState times;

    /**
     * @param partition the access to the partition
     * @param times what is kept of times of the state
     */
    TimedRecordView(
            UserFunctionAccess<?, O> partition,
            PartitionRecords<R> records,
            ResolvedState<?, V, O> use,
            RecordKey record,
            PartitionTimes.OfState times) {
        super(partition, records, use, records.find(record), record.key());
        this.records = records;
        this.record = record;
        this.times = times;
    }

    /** What is noted of it comes first: then nobody sees a value without its time. */
    @Override
    public void writeOwn(@Nullable V value) {
        if (times.expires()) {
            records.write(
                    records.find(record.at(times.written())), value == null ? null : times.now());
        }
        super.writeOwn(value);
    }

    @Override
    public Timers timers() {
        KeyTimers.Line line = times.timers();
        return line == null
                ? super.timers()
                : new KeyTimers(line, this, new OfRecord<>(records, record.at(times.pending())));
    }

    /** The timers of a key, in a record of their own. */
    private record OfRecord<R>(PartitionRecords<R> records, RecordKey record)
            implements KeyTimers.Kept {
        @Override
        public @Nullable PendingTimers read() {
            return (PendingTimers) records.read(records.find(record));
        }

        @Override
        public void write(@Nullable PendingTimers pending) {
            records.write(records.find(record), pending);
        }
    }
}
