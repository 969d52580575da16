/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.PendingTimers;
import io.tspoon.runtime.timer.PendingTimersSerializer;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Timers;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Accesses states whose keys have timers, or whose values expire. What fires is removed in the same
 * access. If it is gone by then, nothing is done.
 */
final class TimedStates<O> implements StateCalls<Entered<Object>, KeyValues, O> {
    /** In bits: many more than an instance can use. */
    private static final int STAMPS_PER_MS = 20;

    private final TimedShape<O> shape;
    private final InstantSource clock = InstantSource.system();
    private final boolean objectReuse;
    private final SameKeyStates<Object, O> states;

    private long lastStamp = clock.millis() << STAMPS_PER_MS;

    /** By place of the state: its timers; null if it has none. */
    private final KeyTimers.@Nullable Line[] timers;

    /** By place of the state: where it is kept when it was written; -1 if that is not. */
    private final int[] written;

    TimedStates(TimedShape<O> shape, boolean objectReuse) {
        this.shape = shape;
        this.objectReuse = objectReuse;
        this.timers = new KeyTimers.Line[shape.shown()];
        this.written = new int[shape.shown()];
        Arrays.fill(written, -1);
        for (TimedShape.Line line : shape.allLines()) {
            if (line.isExpiry()) {
                written[line.place()] = line.kept();
            } else {
                TypeSerializer<Object> payloads = payloads(line);
                timers[line.place()] =
                        new KeyTimers.Line(
                                line.kept(),
                                payloads,
                                line.payload(),
                                clock,
                                this::nextStamp,
                                !objectReuse && !payloads.isImmutableType());
            }
        }
        this.states =
                new SameKeyStates<>(
                        shape.states().subList(0, shape.shown()),
                        shape.states().size(),
                        new Kept(),
                        objectReuse);
    }

    /** A number that no timers had before, also in an earlier run. */
    private long nextStamp() {
        return ++lastStamp;
    }

    private TypeSerializer<Object> payloads(TimedShape.Line line) {
        return ((PendingTimersSerializer) shape.states().get(line.kept()).valueSerializer())
                .payloads();
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
            TimedShape.Line line = shape.line(due.line());
            if (line.isExpiry()) {
                expire(due, line, access);
            } else {
                fire(due, line, access);
            }
        } else {
            states.call(shape.entries() == 1 ? element.element() : element, access);
        }
    }

    private void expire(
            DueTimer due, TimedShape.Line line, UserFunctionAccess<KeyValues, O> access) {
        if (shape.stamp(access.read(), due.line()) != due.stamp()) {
            return; // it was written meanwhile, or deleted
        }
        SameKeyStates<Object, O>.Fragment fragment = states.new Fragment(access);
        KeyValues values = fragment.toWrite();
        values.write(line.place(), null);
        values.write(line.kept(), null);
        fragment.end();
    }

    private void fire(DueTimer due, TimedShape.Line line, UserFunctionAccess<KeyValues, O> access)
            throws Exception {
        KeyValues seen = access.read();
        PendingTimers pending = seen == null ? null : (PendingTimers) seen.get(line.kept());
        Object payload = pending == null ? null : pending.at(due.ofEvents(), due.time());
        if (pending == null || payload == null || pending.stamp() != due.stamp()) {
            return; // it has fired, or was cancelled
        }
        SameKeyStates<Object, O>.Fragment fragment = states.new Fragment(access);
        fragment.toWrite()
                .write(line.kept(), pending.without(due.ofEvents(), due.time(), nextStamp()));
        if (due.aborted() == null) {
            run(fragment, line, payload);
        }
        fragment.end();
    }

    @SuppressWarnings("unchecked") // the function was given for this state and its payloads
    private <V, R> void run(
            SameKeyStates<Object, O>.Fragment fragment, TimedShape.Line line, Object payload)
            throws Exception {
        SameKeyStates.Link<?, V, R> link = (SameKeyStates.Link<?, V, R>) states.link(line.place());
        AccessFunction<Object, V, R> function =
                (AccessFunction<Object, V, R>) shape.states().get(line.kept()).function();
        TypeSerializer<Object> payloads = payloads(line);
        boolean copies = !objectReuse && !payloads.isImmutableType();
        fragment.run(link, function, copies ? payloads.copy(payload) : payload, AccessMode.UPDATE);
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
            return new KeyTimers(line, access, read, toWrite);
        }
    }
}
