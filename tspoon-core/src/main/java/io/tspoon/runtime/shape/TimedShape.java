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
import java.io.Serializable;
import java.util.List;

/**
 * Records hold the values of one or several states, and behind them what these wait for: the timers
 * of a key, or when a value was written that expires. That is kept like values of states which
 * nobody sees, so it is undone, logged, stored and restored with them. Design: ADR 0040.
 *
 * <p>The elements that arrive say by which entry: those of the first state, or {@link
 * io.tspoon.runtime.timer.DueTimer}s.
 */
@Internal
public final class TimedShape<O>
        implements ValueShape<Entered<Object>, KeyValues, O>, TimedLines<KeyValues> {
    private static final long serialVersionUID = 1L;

    /**
     * Timers of a state, or the expiry of its values.
     *
     * @param place of the state
     * @param kept the place of what is kept
     * @param expireAfterMs how long a value stays that is not written; 0 if these are timers
     * @param payload class of the payloads of timers
     */
    public record Line(int place, int kept, long expireAfterMs, Class<?> payload)
            implements Serializable {
        boolean isExpiry() {
            return expireAfterMs > 0;
        }

        /** The place of a state that has all keys which wait for something. */
        int scanned() {
            return isExpiry() ? place : kept;
        }
    }

    private final ManyStates<Object, O> all;
    private final int first;
    private final int shown;
    private final int entries;
    private final List<Line> lines;

    /** When this instance began: values without a time count as written then. */
    private transient long began;

    /**
     * @param states the states, and behind them what is kept. A function of what is kept for timers
     *     is called when one fires, with its payload and the value of the state
     * @param first the number of the first line, among those of all operators
     * @param shown the number of states that others see
     * @param entries the number of entries by which elements of the first state come
     * @param lines the timers and expiries of the states, in the order of what is kept
     */
    public TimedShape(
            List<StatePlan<?, ?, ?>> states, int first, int shown, int entries, List<Line> lines) {
        this.all = new ManyStates<>(states);
        this.first = first;
        this.shown = shown;
        this.entries = entries;
        this.lines = List.copyOf(lines);
    }

    int entries() {
        return entries;
    }

    /** The number of the line that a timer means. */
    int indexOf(DueTimer due) {
        return due.line() - first;
    }

    Line line(int index) {
        return lines.get(index);
    }

    List<Line> allLines() {
        return lines;
    }

    private long began() {
        if (began == 0) {
            began = System.currentTimeMillis();
        }
        return began;
    }

    // ------------------------------------------------------------------ times

    @Override
    public TimedLines<KeyValues> timed() {
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

    /** The record has all lines of its key. */
    @Override
    public void found(
            int index, Object key, Contents<KeyValues> contents, TimerIndex<Object> timers)
            throws Exception {
        note(index, key, contents.of(key), timers);
    }

    @Override
    public void installed(
            Object key, @Nullable KeyValues content, List<TimerIndex<Object>> indices) {
        for (int index = 0; index < lines.size(); index++) {
            note(index, key, content, indices.get(index));
        }
    }

    private void note(
            int index, Object key, @Nullable KeyValues content, TimerIndex<Object> timers) {
        timers.installed(
                key, due(content, index, true), due(content, index, false), stamp(content, index));
    }

    private long due(@Nullable KeyValues content, int index, boolean ofEvents) {
        if (content == null) {
            return TimerIndex.NEVER;
        }
        Line line = lines.get(index);
        if (!line.isExpiry()) {
            PendingTimers pending = (PendingTimers) content.get(line.kept());
            return pending == null ? TimerIndex.NEVER : pending.first(ofEvents);
        }
        if (ofEvents || content.get(line.place()) == null) {
            return TimerIndex.NEVER;
        }
        Long written = (Long) content.get(line.kept());
        return (written == null ? began() : written) + line.expireAfterMs();
    }

    /** Another number whenever something that was due is not to be done any more. */
    long stamp(@Nullable KeyValues content, int index) {
        if (content == null) {
            return 0;
        }
        Line line = lines.get(index);
        if (line.isExpiry()) {
            return due(content, index, false);
        }
        PendingTimers pending = (PendingTimers) content.get(line.kept());
        return pending == null ? 0 : pending.stamp();
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

    /** Whatever an access does, a timer may be set or cancelled. */
    @Override
    public AccessModes<Entered<Object>> modes() {
        return AccessModes.always(AccessMode.UPDATE);
    }

    @Override
    public boolean sharesKeys() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the operator emits what the last of its states emits
    public TypeSerializer<O> outputSerializer() {
        return (TypeSerializer<O>) states().get(shown - 1).outputSerializer();
    }

    @Override
    public StateCalls<Entered<Object>, KeyValues, O> calls(boolean objectReuse) {
        return new TimedStates<>(this, objectReuse);
    }

    // ------------------------------------------------------------------ values

    @Override
    public StoredValues<KeyValues> open(KeyedStates keyed) {
        return all.open(keyed);
    }

    @Override
    public @Nullable Object valueOf(@Nullable KeyValues content, int place) {
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
            RecordSpace<K> records,
            K record,
            @Nullable KeyValues content)
            throws IOException {
        all.report(writer, held, again, records, record, content);
    }

    @Override
    public <R> R ways(RecordWays<R> ways) {
        return all.ways(ways);
    }

    @Override
    public <K> boolean restore(
            InstalledVersions<K, KeyValues> versions,
            KeyRecord<K, KeyValues> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        return all.restore(versions, record, place, timestamp, value);
    }

    @Override
    public long restoredTimestamp(KeyRecord<?, KeyValues> record, int place) {
        return all.restoredTimestamp(record, place);
    }
}
