/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.PendingTimers;
import io.tspoon.runtime.timer.TimedLines;
import io.tspoon.runtime.timer.TimerIndex;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/**
 * Partitioned states, and behind them what their keys wait for: the timers of a key, or when its
 * value was written, each a record of the partition like any other. Design: ADR 0040.
 *
 * <p>The elements that arrive say by which entry: those of the first state, or {@link DueTimer}s.
 */
@Internal
public final class TimedPartitionShape<O>
        implements ValueShape<Entered<Object>, Object, O>, TimedLines<Object> {
    private static final long serialVersionUID = 1L;

    private final PartitionShape<Object, O> all;
    private final RecordsInPartitions records;
    private final int first;
    private final int shown;
    private final int entries;
    private final List<TimedShape.Line> lines;

    /** When this instance began: values without a time count as written then. */
    private transient long began;

    /**
     * The parameters are those of {@link TimedShape}; a function of what is kept for timers gets a
     * {@link io.tspoon.runtime.timer.FiredTimer} and the partition.
     */
    public TimedPartitionShape(
            List<StatePlan<?, ?, ?>> states,
            RecordsInPartitions records,
            int first,
            int shown,
            int entries,
            List<TimedShape.Line> lines) {
        this.all = new PartitionShape<>(states, records);
        this.records = records;
        this.first = first;
        this.shown = shown;
        this.entries = entries;
        this.lines = List.copyOf(lines);
    }

    int entries() {
        return entries;
    }

    List<TimedShape.Line> allLines() {
        return lines;
    }

    TimedShape.Line line(DueTimer due) {
        return lines.get(due.line() - first);
    }

    /** When a value expires, which was written at this time. */
    long dueAt(TimedShape.Line line, @Nullable Object written) {
        return (written == null ? began() : (Long) written) + line.expireAfterMs();
    }

    private long began() {
        if (began == 0) {
            began = System.currentTimeMillis();
        }
        return began;
    }

    // ------------------------------------------------------------------ times

    @Override
    public TimedLines<Object> timed() {
        return this;
    }

    @Override
    public int first() {
        return first;
    }

    @Override
    public int lines() {
        return lines.size();
    }

    @Override
    public int place(int index) {
        return lines.get(index).place();
    }

    @Override
    public int scannedPlace(int index) {
        return lines.get(index).scanned();
    }

    @Override
    public void found(
            int index, Object record, Contents<Object> contents, TimerIndex<Object> timers)
            throws Exception {
        TimedShape.Line line = lines.get(index);
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
        for (int index = 0; index < lines.size(); index++) {
            TimedShape.Line line = lines.get(index);
            if (named.place() == line.kept()) {
                keptInstalled(line, named.key(), content, indices.get(index));
            } else if (named.place() == line.place() && line.isExpiry()) {
                valueInstalled(line, named.key(), content, indices.get(index));
            }
        }
    }

    private void keptInstalled(
            TimedShape.Line line, Object key, @Nullable Object kept, TimerIndex<Object> timers) {
        if (!line.isExpiry()) {
            waits(key, (PendingTimers) kept, timers);
        } else if (kept != null) {
            expires(key, dueAt(line, kept), timers);
        }
    }

    /** A value that was not written by a transaction has no time of its own. */
    private void valueInstalled(
            TimedShape.Line line, Object key, @Nullable Object value, TimerIndex<Object> timers) {
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

    @Override
    public List<StatePlan<?, ?, ?>> states() {
        return all.states();
    }

    @Override
    public int shown() {
        return shown;
    }

    /** A timer that fires is removed, so it writes. */
    @Override
    public AccessModes<Entered<Object>> modes() {
        AccessModes<Object> ofElements = all.modes();
        if (ofElements.fixed() == AccessMode.UPDATE) {
            return AccessModes.always(AccessMode.UPDATE);
        }
        int timers = entries;
        return AccessModes.by(
                element ->
                        element.entry() == timers
                                ? AccessMode.UPDATE
                                : ofElements.of(timers == 1 ? element.element() : element));
    }

    @Override
    public boolean sharesKeys() {
        return true;
    }

    @Override
    public TypeSerializer<O> outputSerializer() {
        return all.outputSerializer();
    }

    @Override
    public TimedPartitionCalls<O> calls(boolean objectReuse) {
        return new TimedPartitionCalls<>(this, records, objectReuse);
    }

    // ------------------------------------------------------------------ values

    @Override
    public StoredValues<Object> open(KeyedStates keyed) throws Exception {
        return all.open(keyed);
    }

    @Override
    public @Nullable Object valueOf(@Nullable Object content, int place) {
        return all.valueOf(content, place);
    }

    @Override
    public boolean isWrittenWith(TypeSerializer<?> elements) {
        return false;
    }

    @Override
    public <K> void report(
            FragmentWriter writer,
            boolean held,
            boolean again,
            RecordSpace<K> ofOperator,
            K partition,
            @Nullable Object content)
            throws IOException {
        all.report(writer, held, again, ofOperator, partition, content);
    }

    @Override
    public <R> R ways(RecordWays<R> ways) {
        return all.ways(ways);
    }

    @Override
    public <K> boolean restore(
            InstalledVersions<K, Object> versions,
            KeyRecord<K, Object> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        return all.restore(versions, record, place, timestamp, value);
    }

    @Override
    public long restoredTimestamp(KeyRecord<?, Object> record, int place) {
        return all.restoredTimestamp(record, place);
    }
}
