/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.PendingTimers;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Timers;

import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Accesses states whose keys have timers, or whose values expire. What fires is removed in the same
 * access. If it is gone by then, nothing is done.
 */
final class TimedStates<O> implements StateCalls<Entered<Object>, KeyValues, O> {
    private final TimedShape<O> shape;
    private final InstantSource clock = InstantSource.system();
    private final Stamps stamps = new Stamps(clock);
    private final SameKeyStates<Object, O> states;

    /** By place of the state: its timers; null if it has none. */
    private final KeyTimers.@Nullable Line[] timers;

    /** By place of the state: where its timers are kept, if it has any. */
    private final int[] pending;

    /** By place of the state: where it is kept when it was written; -1 if that is not. */
    private final int[] written;

    TimedStates(TimedShape<O> shape, boolean objectReuse) {
        this.shape = shape;
        this.timers = new KeyTimers.Line[shape.shown()];
        this.pending = new int[shape.shown()];
        this.written = new int[shape.shown()];
        Arrays.fill(written, -1);
        for (TimedLine line : shape.allLines()) {
            if (line.isExpiry()) {
                written[line.place()] = line.kept();
            } else {
                pending[line.place()] = line.kept();
                timers[line.place()] =
                        new KeyTimers.Line(
                                KeyTimers.payloads(shape.states().get(line.kept())),
                                line.payload(),
                                clock,
                                stamps,
                                objectReuse);
            }
        }
        this.states =
                new SameKeyStates<>(
                        shape.states().subList(0, shape.shown()),
                        shape.states().size(),
                        new Kept(),
                        objectReuse);
    }

    @Override
    public @Nullable ResolvedState<?, KeyValues, O> use() {
        return null;
    }

    @Override
    public String lastState() {
        return states.lastState();
    }

    @Override
    public void call(Entered<Object> element, UserFunctionAccess<KeyValues, O> access)
            throws Exception {
        if (element.entry() == shape.entries()) {
            DueTimer due = (DueTimer) element.element();
            TimedLine line = shape.line(due);
            if (line.isExpiry()) {
                expire(due, line, access);
            } else {
                fire(due, line, access);
            }
        } else {
            states.call(shape.entries() == 1 ? element.element() : element, access);
        }
    }

    private void expire(DueTimer due, TimedLine line, UserFunctionAccess<KeyValues, O> access) {
        if (shape.stamp(access.read(), shape.indexOf(due)) != due.stamp()) {
            return; // it was written meanwhile, or deleted
        }
        SameKeyStates<Object, O>.Fragment fragment = states.new Fragment(access);
        KeyValues values = fragment.toWrite();
        values.write(line.place(), null);
        values.write(line.kept(), null);
        fragment.end();
    }

    private void fire(DueTimer due, TimedLine line, UserFunctionAccess<KeyValues, O> access)
            throws Exception {
        KeyValues seen = access.read();
        PendingTimers set = seen == null ? null : (PendingTimers) seen.get(line.kept());
        Object payload = set == null ? null : set.meant(due);
        if (set == null || payload == null) {
            return; // it has fired, or was cancelled
        }
        SameKeyStates<Object, O>.Fragment fragment = states.new Fragment(access);
        fragment.toWrite()
                .write(line.kept(), set.without(due.ofEvents(), due.time(), stamps.next()));
        if (due.aborted() == null) {
            run(fragment, line, payload);
        }
        fragment.end();
    }

    @SuppressWarnings("unchecked") // the function was given for this state and its payloads
    private <V, R> void run(
            SameKeyStates<Object, O>.Fragment fragment, TimedLine line, Object payload)
            throws Exception {
        SameKeyStates.Link<?, V, R> link = (SameKeyStates.Link<?, V, R>) states.link(line.place());
        AccessFunction<Object, V, R> function =
                (AccessFunction<Object, V, R>) shape.states().get(line.kept()).function();
        Object given = Objects.requireNonNull(timers[line.place()]).copy(payload);
        fragment.run(link, function, given, AccessMode.UPDATE);
    }

    private final class Kept implements KeptTimes {
        @Override
        public void written(KeyValues values, int place) {
            int kept = written[place];
            if (kept >= 0) {
                values.write(kept, values.get(place) == null ? null : clock.millis());
            }
        }

        @Override
        public Timers timers(
                UserFunctionAccess<?, ?> access,
                int place,
                Supplier<@Nullable KeyValues> read,
                Supplier<KeyValues> toWrite) {
            KeyTimers.Line line = timers[place];
            if (line == null) {
                throw KeyTimers.undeclared(access);
            }
            return new KeyTimers(line, access, new OfRecord(pending[place], read, toWrite));
        }
    }

    /** The timers of a key, in the record of its values. */
    private record OfRecord(
            int place, Supplier<@Nullable KeyValues> seen, Supplier<KeyValues> toWrite)
            implements KeyTimers.Kept {
        @Override
        public @Nullable PendingTimers read() {
            KeyValues values = seen.get();
            return values == null ? null : (PendingTimers) values.get(place);
        }

        @Override
        public void write(@Nullable PendingTimers pending) {
            toWrite.get().write(place, pending);
        }
    }
}
