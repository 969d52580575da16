/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.FiredTimer;
import io.tspoon.runtime.timer.PendingTimers;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * Accesses partitioned states whose keys have timers, or whose values expire. What fires is removed
 * in the same access to its partition. If it is gone by then, nothing is done.
 */
final class TimedPartitionCalls<O> extends PartitionCalls<Entered<Object>, O> {
    private final TimedPartitionShape<O> shape;
    private final PartitionTimes times;
    private final RecordsInPartitions records;

    TimedPartitionCalls(
            TimedPartitionShape<O> shape, RecordsInPartitions records, boolean objectReuse) {
        super(shape.states(), records, objectReuse);
        this.shape = shape;
        this.records = records;
        this.times =
                new PartitionTimes(shape.states(), shape.shown(), shape.allLines(), objectReuse);
    }

    @Override
    <R, V> RecordView<R, V, O> view(
            UserFunctionAccess<?, O> access,
            PartitionRecords<R> found,
            ResolvedState<?, V, O> state,
            RecordKey record) {
        PartitionTimes.OfState ofState = times.of(record.place());
        return ofState == null
                ? super.view(access, found, state, record)
                : new TimedRecordView<>(access, found, state, record, ofState);
    }

    @Override
    public void call(Entered<Object> element, UserFunctionAccess<Object, O> access)
            throws Exception {
        if (element.entry() == shape.entries()) {
            due((DueTimer) element.element(), (PartitionRecords<?>) access, access);
        } else {
            callFirst(shape.entries() == 1 ? element.element() : element, access);
        }
    }

    private <R> void due(
            DueTimer due, PartitionRecords<R> found, UserFunctionAccess<Object, O> access)
            throws Exception {
        TimedLine line = shape.line(due);
        goTo(line.place());
        RecordKey value = records.record(line.place(), due.key());
        R kept = found.find(value.at(line.kept()));
        if (line.isExpiry()) {
            expire(due, line, found, found.find(value), kept);
        } else {
            fire(due, line, found, kept, access);
        }
    }

    private <R> void expire(
            DueTimer due, TimedLine line, PartitionRecords<R> found, R value, R kept) {
        if (found.read(value) == null || shape.dueAt(line, found.read(kept)) != due.stamp()) {
            return; // it was written meanwhile, or deleted
        }
        found.write(kept, null);
        found.write(value, null);
    }

    @SuppressWarnings("unchecked") // the function was given for timers of this state
    private <R> void fire(
            DueTimer due,
            TimedLine line,
            PartitionRecords<R> found,
            R kept,
            UserFunctionAccess<Object, O> access)
            throws Exception {
        PendingTimers pending = (PendingTimers) found.read(kept);
        Object payload = pending == null ? null : pending.meant(due);
        if (pending == null || payload == null) {
            return; // it has fired, or was cancelled
        }
        found.write(kept, pending.without(due.ofEvents(), due.time(), times.nextStamp()));
        if (due.aborted() == null) {
            AccessFunction<FiredTimer, Object, O> function =
                    (AccessFunction<FiredTimer, Object, O>)
                            shape.states().get(line.kept()).function();
            Object given = ofTimers(line).copy(payload);
            function.access(new FiredTimer(due.key(), given), access, access);
        }
    }

    private KeyTimers.Line ofTimers(TimedLine line) {
        PartitionTimes.@Nullable OfState ofState = times.of(line.place());
        return Objects.requireNonNull(Objects.requireNonNull(ofState).timers());
    }
}
