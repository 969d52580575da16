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

/** Values of the states of a key, and behind them what the key waits for. */
@Internal
public final class TimedShape<O> extends TimedValues<KeyValues, O> {
    private static final long serialVersionUID = 1L;

    /**
     * The parameters are those of {@link TimedValues}. A function of what is kept for timers gets
     * the payload, and the value of the state.
     */
    public TimedShape(
            List<StatePlan<?, ?, ?>> states,
            int first,
            int shown,
            int entries,
            List<TimedLine> lines) {
        super(new ManyStates<>(states), first, shown, entries, lines);
    }

    // ------------------------------------------------------------------ times

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
        for (int index = 0; index < lines(); index++) {
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
        TimedLine line = allLines().get(index);
        if (!line.isExpiry()) {
            PendingTimers pending = (PendingTimers) content.get(line.kept());
            return pending == null ? TimerIndex.NEVER : pending.first(ofEvents);
        }
        if (ofEvents || content.get(line.place()) == null) {
            return TimerIndex.NEVER;
        }
        return dueAt(line, content.get(line.kept()));
    }

    /** Another number whenever something that was due is not to be done any more. */
    long stamp(@Nullable KeyValues content, int index) {
        if (content == null) {
            return 0;
        }
        TimedLine line = allLines().get(index);
        if (line.isExpiry()) {
            return due(content, index, false);
        }
        PendingTimers pending = (PendingTimers) content.get(line.kept());
        return pending == null ? 0 : pending.stamp();
    }

    // ------------------------------------------------------------------ access

    /** Whatever an access does, a timer may be set or cancelled. */
    @Override
    public AccessModes<Entered<Object>> modes() {
        return AccessModes.always(AccessMode.UPDATE);
    }

    @Override
    public StateCalls<Entered<Object>, KeyValues, O> calls(boolean objectReuse) {
        return new TimedStates<>(this, objectReuse);
    }
}
