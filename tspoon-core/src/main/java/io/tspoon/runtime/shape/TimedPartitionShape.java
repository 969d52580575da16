/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.timer.PendingTimers;
import io.tspoon.runtime.timer.TimerIndex;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** Partitioned states, and behind them what their keys wait for, each a record of the partition. */
@Internal
public final class TimedPartitionShape<O> extends TimedValues<Object, O> {
    private static final long serialVersionUID = 1L;

    private final PartitionShape<Object, O> all;
    private final RecordsInPartitions records;

    /**
     * The other parameters are those of {@link TimedValues}. A function of what is kept for timers
     * gets a {@link io.tspoon.runtime.timer.FiredTimer} and the partition.
     */
    public TimedPartitionShape(
            List<StatePlan<?, ?, ?>> states,
            RecordsInPartitions records,
            int first,
            int shown,
            int entries,
            List<TimedLine> lines) {
        this(new PartitionShape<>(states, records), records, first, shown, entries, lines);
    }

    private TimedPartitionShape(
            PartitionShape<Object, O> all,
            RecordsInPartitions records,
            int first,
            int shown,
            int entries,
            List<TimedLine> lines) {
        super(all, first, shown, entries, lines);
        this.all = all;
        this.records = records;
    }

    // ------------------------------------------------------------------ times

    @Override
    public void found(
            int index, Object record, Contents<Object> contents, TimerIndex<Object> timers)
            throws Exception {
        TimedLine line = allLines().get(index);
        RecordKey named = (RecordKey) record;
        Object kept = contents.of(named.at(line.kept()));
        if (line.isExpiry()) {
            expires(named.key(), dueAt(line, kept), timers);
        } else {
            waits(named.key(), (PendingTimers) kept, timers);
        }
    }

    @Override
    public void installed(
            Object record, @Nullable Object content, List<TimerIndex<Object>> indices) {
        RecordKey named = (RecordKey) record;
        for (int index = 0; index < lines(); index++) {
            TimedLine line = allLines().get(index);
            if (named.place() == line.kept()) {
                keptInstalled(line, named.key(), content, indices.get(index));
            } else if (named.place() == line.place() && line.isExpiry()) {
                valueInstalled(line, named.key(), content, indices.get(index));
            }
        }
    }

    private void keptInstalled(
            TimedLine line, Object key, @Nullable Object kept, TimerIndex<Object> timers) {
        if (!line.isExpiry()) {
            waits(key, (PendingTimers) kept, timers);
        } else if (kept != null) {
            expires(key, dueAt(line, kept), timers);
        }
    }

    /** A value that was not written by a transaction has no time of its own. */
    private void valueInstalled(
            TimedLine line, Object key, @Nullable Object value, TimerIndex<Object> timers) {
        if (value == null) {
            timers.installed(key, TimerIndex.NEVER, TimerIndex.NEVER, 0);
        } else if (!timers.knows(key)) {
            expires(key, dueAt(line, null), timers);
        }
    }

    private static void waits(
            Object key, @Nullable PendingTimers pending, TimerIndex<Object> timers) {
        if (pending == null) {
            timers.installed(key, TimerIndex.NEVER, TimerIndex.NEVER, 0);
        } else {
            timers.installed(key, pending.first(true), pending.first(false), pending.stamp());
        }
    }

    private static void expires(Object key, long due, TimerIndex<Object> timers) {
        timers.installed(key, TimerIndex.NEVER, due, due);
    }

    // ------------------------------------------------------------------ access

    /** A timer that fires is removed, so it writes. */
    @Override
    public AccessModes<Entered<Object>> modes() {
        AccessModes<Object> ofElements = all.modes();
        if (ofElements.fixed() == AccessMode.UPDATE) {
            return AccessModes.always(AccessMode.UPDATE);
        }
        int timers = entries();
        return AccessModes.by(
                element ->
                        element.entry() == timers
                                ? AccessMode.UPDATE
                                : ofElements.of(timers == 1 ? element.element() : element));
    }

    @Override
    public TimedPartitionCalls<O> calls(boolean objectReuse) {
        return new TimedPartitionCalls<>(this, records, objectReuse);
    }
}
