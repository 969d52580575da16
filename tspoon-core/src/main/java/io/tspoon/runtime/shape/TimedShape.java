/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.StatePlan;
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
    }

    private final ManyStates<Object, O> all;
    private final int owner;
    private final int shown;
    private final int entries;
    private final List<Line> lines;

    /** When this instance began: values without a time count as written then. */
    private transient long began;

    /**
     * @param states the states, and behind them what is kept. A function of what is kept for timers
     *     is called when one fires, with its payload and the value of the state
     * @param owner number of the operator among those with timers
     * @param shown the number of states that others see
     * @param entries the number of entries by which elements of the first state come
     * @param lines the timers and expiries of the states, in the order of what is kept
     */
    public TimedShape(
            List<StatePlan<?, ?, ?>> states, int owner, int shown, int entries, List<Line> lines) {
        this.all = new ManyStates<>(states);
        this.owner = owner;
        this.shown = shown;
        this.entries = entries;
        this.lines = List.copyOf(lines);
    }

    int entries() {
        return entries;
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
    public int owner() {
        return owner;
    }

    @Override
    public int lines() {
        return lines.size();
    }

    @Override
    public int scannedPlace(int index) {
        Line line = lines.get(index);
        return line.isExpiry() ? line.place() : line.kept();
    }

    @Override
    public long due(@Nullable KeyValues content, int index, boolean ofEvents) {
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

    @Override
    public long stamp(@Nullable KeyValues content, int index) {
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
