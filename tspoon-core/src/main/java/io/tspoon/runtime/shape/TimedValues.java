/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.TimedLines;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/**
 * States, and behind them what their keys wait for: the timers of a key, or when a value was
 * written that expires. That is kept like values of states which nobody sees, so it is undone,
 * logged, stored and restored with them. Design: ADR 0040.
 *
 * <p>The elements that arrive say by which entry: those of the first state, or {@link DueTimer}s.
 *
 * @param <V> type of what a record holds
 * @param <O> type of the elements that leave
 */
abstract class TimedValues<V, O> implements ValueShape<Entered<Object>, V, O>, TimedLines<V> {
    private static final long serialVersionUID = 1L;

    private final ValueShape<Object, V, O> all;
    private final int first;
    private final int shown;
    private final int entries;
    private final List<TimedLine> lines;

    /** When this instance began: values without a time count as written then. */
    private transient long began;

    /**
     * @param all the states, and behind them what is kept. A function of what is kept for timers is
     *     called when one fires
     * @param first the number of the first line, among those of all operators
     * @param shown the number of states that others see
     * @param entries the number of entries by which elements of the first state come
     * @param lines the timers and expiries of the states, in the order of what is kept
     */
    TimedValues(
            ValueShape<Object, V, O> all,
            int first,
            int shown,
            int entries,
            List<TimedLine> lines) {
        this.all = all;
        this.first = first;
        this.shown = shown;
        this.entries = entries;
        this.lines = List.copyOf(lines);
    }

    int entries() {
        return entries;
    }

    List<TimedLine> allLines() {
        return lines;
    }

    /** The number of the line that a timer means. */
    int indexOf(DueTimer due) {
        return due.line() - first;
    }

    TimedLine line(DueTimer due) {
        return lines.get(indexOf(due));
    }

    /**
     * When a value expires.
     *
     * @param written what is kept for it
     */
    long dueAt(TimedLine line, @Nullable Object written) {
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
    public final TimedLines<V> timed() {
        return this;
    }

    @Override
    public final int first() {
        return first;
    }

    @Override
    public final int lines() {
        return lines.size();
    }

    @Override
    public final int place(int index) {
        return lines.get(index).place();
    }

    @Override
    public final int scannedPlace(int index) {
        return lines.get(index).scanned();
    }

    // ------------------------------------------------------------------ access

    @Override
    public final List<StatePlan<?, ?, ?>> states() {
        return all.states();
    }

    @Override
    public final int shown() {
        return shown;
    }

    @Override
    public final boolean sharesKeys() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the operator emits what the last of its states emits
    public final TypeSerializer<O> outputSerializer() {
        return (TypeSerializer<O>) states().get(shown - 1).outputSerializer();
    }

    // ------------------------------------------------------------------ values

    @Override
    public final StoredValues<V> open(KeyedStates keyed) throws Exception {
        return all.open(keyed);
    }

    @Override
    public final @Nullable Object valueOf(@Nullable V content, int place) {
        return all.valueOf(content, place);
    }

    @Override
    public final boolean isWrittenWith(TypeSerializer<?> elements) {
        return false;
    }

    @Override
    public final <K> void report(
            FragmentWriter writer,
            boolean held,
            boolean again,
            RecordSpace<K> records,
            K record,
            @Nullable V content)
            throws IOException {
        all.report(writer, held, again, records, record, content);
    }

    @Override
    public final <R> R ways(RecordWays<R> ways) {
        return all.ways(ways);
    }

    @Override
    public final <K> boolean restore(
            InstalledVersions<K, V> versions,
            KeyRecord<K, V> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        return all.restore(versions, record, place, timestamp, value);
    }

    @Override
    public final long restoredTimestamp(KeyRecord<?, V> record, int place) {
        return all.restoredTimestamp(record, place);
    }
}
