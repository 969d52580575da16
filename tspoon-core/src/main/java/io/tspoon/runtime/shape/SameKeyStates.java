/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Timers;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Accesses several states with the same key, one after the other: each state is accessed for the
 * elements that the access to the previous state emits. Design: ADR 0020.
 *
 * <p>Uses short-lived objects only, because a reference stored in an old object costs the garbage
 * collector more than a new object does.
 */
class SameKeyStates<I, O> implements StateCalls<I, KeyValues, O> {
    private final List<StatePlan<?, ?, ?>> states;
    private final int places;
    private final KeptTimes times;
    private final Link<I, ?, ?> first;

    private int place;

    /**
     * A state and its successor.
     *
     * @param use use of the state
     * @param place place of the state in the operator
     * @param next accessed for each emitted element; null if this is the last state
     */
    record Link<E, V, R>(ResolvedState<E, V, R> use, int place, @Nullable Link<R, ?, ?> next) {}

    SameKeyStates(List<StatePlan<?, ?, ?>> states, boolean objectReuse) {
        this(states, states.size(), KeptTimes.NONE, objectReuse);
    }

    /**
     * @param places the number of values that a record has, at least one for each state
     * @param times what is kept of times
     */
    @SuppressWarnings("unchecked") // each takes what the one before it emits
    SameKeyStates(
            List<StatePlan<?, ?, ?>> states, int places, KeptTimes times, boolean objectReuse) {
        this.states = states;
        this.places = places;
        this.times = times;
        Link<Object, Object, Object> link = null;
        for (int place = states.size() - 1; place >= 0; place--) {
            ResolvedState<?, ?, ?> use = ResolvedState.of(states.get(place), objectReuse);
            link = new Link<>((ResolvedState<Object, Object, Object>) use, place, link);
        }
        first = (Link<I, ?, ?>) (Link<?, ?, ?>) Objects.requireNonNull(link);
    }

    /** Null, because functions see their {@link Turn}. */
    @Override
    public @Nullable ResolvedState<?, KeyValues, O> use() {
        return null;
    }

    @Override
    public void call(I element, UserFunctionAccess<KeyValues, O> access) throws Exception {
        Fragment fragment = new Fragment(access);
        fragment.accept(first, element);
        fragment.end();
    }

    /** The link of a state, by place. */
    Link<?, ?, ?> link(int ofPlace) {
        Link<?, ?, ?> link = first;
        while (link.place < ofPlace) {
            link = Objects.requireNonNull(link.next);
        }
        return link;
    }

    @Override
    public String lastState() {
        return states.get(place).name();
    }

    /** All accesses for one element that arrived at the operator. */
    final class Fragment {
        private final UserFunctionAccess<KeyValues, O> access;

        /** The values that the attempt sees. */
        private @Nullable KeyValues values;

        /** Whether the values are a copy, which may be written to. */
        private boolean copied;

        Fragment(UserFunctionAccess<KeyValues, O> access) {
            this.access = access;
            this.values = access.read();
        }

        private <E, V, R> void accept(Link<E, V, R> link, E element) throws Exception {
            StatePlan<E, V, R> plan = link.use.plan();
            run(link, plan.function(), element, plan.modes().of(element));
        }

        /** Runs a function on the value of a state, and passes on what it emits. */
        <E, V, R> void run(
                Link<?, V, R> link, AccessFunction<E, V, R> function, E element, AccessMode mode)
                throws Exception {
            place = link.place;
            Turn<V, R> turn = new Turn<>(this, link, mode);
            turn.running = true;
            try {
                function.access(element, turn, turn);
            } finally {
                turn.running = false;
            }
            R emitted = turn.firstEmitted;
            if (emitted == null || access.reason() != null) {
                return;
            }
            pass(link, emitted);
            if (turn.moreEmitted != null) {
                for (R more : turn.moreEmitted) {
                    pass(link, more);
                }
            }
        }

        @SuppressWarnings("unchecked") // the operator emits what the last of its states emits
        private <R> void pass(Link<?, ?, R> link, R emitted) throws Exception {
            Link<R, ?, ?> next = link.next;
            if (next == null) {
                access.keep((O) emitted);
            } else if (access.reason() == null) {
                accept(next, emitted);
            }
        }

        /** Writes what was written, unless the transaction aborts. */
        void end() {
            if (copied && access.reason() == null) {
                access.writeOwn(values);
            }
        }

        private void written(KeyValues own, int ofPlace) {
            times.written(own, ofPlace);
        }

        private Timers timers(UserFunctionAccess<?, ?> turn, int ofPlace) {
            return times.timers(turn, ofPlace, this::values, this::toWrite);
        }

        /** The values that the attempt sees; null if there are none. */
        @Nullable KeyValues values() {
            return values;
        }

        KeyValues toWrite() {
            KeyValues own = values;
            if (!copied || own == null) {
                own = own == null ? new KeyValues(places) : own.copy();
                values = own;
                copied = true;
            }
            return own;
        }
    }

    /** An access to one of the states, as its function sees it. */
    private static final class Turn<V, R> implements UserFunctionAccess<V, R> {
        private final SameKeyStates<?, ?>.Fragment fragment;
        private final Link<?, V, R> link;
        private final AccessMode mode;
        private boolean running;
        private @Nullable R firstEmitted;
        private @Nullable List<R> moreEmitted;

        Turn(SameKeyStates<?, ?>.Fragment fragment, Link<?, V, R> link, AccessMode mode) {
            this.fragment = fragment;
            this.link = link;
            this.mode = mode;
        }

        @Override
        public ResolvedState<?, V, R> use() {
            return link.use;
        }

        @Override
        public Object key() {
            return fragment.access.key();
        }

        @Override
        public AccessMode mode() {
            return mode;
        }

        @Override
        public boolean isRunning() {
            return running && fragment.access.isRunning();
        }

        @Override
        @SuppressWarnings("unchecked") // only values of this state are in its place
        public @Nullable V read() {
            KeyValues values = fragment.values;
            return values == null ? null : (V) values.get(link.place);
        }

        @Override
        public boolean readsOwnWrite() {
            KeyValues values = fragment.values;
            // What the attempt wrote before this access is not told apart by state.
            return fragment.access.readsOwnWrite()
                    || (fragment.copied && values != null && values.isWritten(link.place));
        }

        @Override
        public void writeOwn(@Nullable V value) {
            KeyValues values = fragment.toWrite();
            values.write(link.place, value);
            fragment.written(values, link.place);
        }

        @Override
        public Timers timers() {
            return fragment.timers(this, link.place);
        }

        @Override
        public void keep(R emitted) {
            if (firstEmitted == null) {
                firstEmitted = emitted;
                return;
            }
            if (moreEmitted == null) {
                moreEmitted = new ArrayList<>();
            }
            moreEmitted.add(emitted);
        }

        @Override
        public Triggering triggering() {
            return fragment.access.triggering();
        }

        @Override
        public void keepTriggered(Triggered triggered) {
            fragment.access.keepTriggered(triggered);
        }

        @Override
        public void remember(AbortReason why) {
            fragment.access.remember(why);
        }

        @Override
        public @Nullable AbortReason reason() {
            return fragment.access.reason();
        }
    }
}
