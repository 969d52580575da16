/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.AbortSignal;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.timer.PendingTimers;
import io.tspoon.runtime.timer.PendingTimersSerializer;
import io.tspoon.runtime.timer.TimerIndex;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Timers;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The timers of a key in one state, as the function of an access sees them. They are a value of the
 * record like any other.
 */
final class KeyTimers implements Timers {
    private static final int INITIAL_BYTES = 64;

    /**
     * What is the same for all keys.
     *
     * @param payloads writes payloads
     * @param type of payloads
     * @param clock tells processing time
     * @param stamps gives another number each time
     * @param objectReuse whether the program does not change a payload that it has passed
     */
    record Line(
            TypeSerializer<Object> payloads,
            Class<?> type,
            InstantSource clock,
            Stamps stamps,
            boolean objectReuse) {
        /** A payload that nobody changes. */
        Object copy(Object payload) {
            return objectReuse || payloads.isImmutableType() ? payload : payloads.copy(payload);
        }
    }

    /** Where the timers of a key are kept. */
    interface Kept {
        /** As the attempt sees them; null if there are none. */
        @Nullable PendingTimers read();

        /** Sets the attempt's own; null if none is left. */
        void write(@Nullable PendingTimers pending);
    }

    private final Line line;
    private final UserFunctionAccess<?, ?> access;
    private final Kept kept;

    /**
     * @param access to the state
     */
    KeyTimers(Line line, UserFunctionAccess<?, ?> access, Kept kept) {
        this.line = line;
        this.access = access;
        this.kept = kept;
    }

    /** What writes the payloads of timers, given the plan of what is kept. */
    static TypeSerializer<Object> payloads(StatePlan<?, ?, ?> plan) {
        return ((PendingTimersSerializer) plan.valueSerializer()).payloads();
    }

    @Override
    public void at(Instant time, Object payload) {
        set(true, millis(time), payload);
    }

    @Override
    public void atProcessingTime(Instant time, Object payload) {
        set(false, millis(time), payload);
    }

    @Override
    public Instant after(Duration delay, Object payload) {
        Instant due = Instant.ofEpochMilli(millis(line.clock.instant().plus(delay)));
        set(false, due.toEpochMilli(), payload);
        return due;
    }

    @Override
    public boolean cancel(Object payload) {
        check(payload);
        PendingTimers pending = pending();
        PendingTimers left = pending.without(same(payload), line.stamps.next());
        if (pending.size() == (left == null ? 0 : left.size())) {
            return false;
        }
        kept.write(left);
        return true;
    }

    private void set(boolean ofEvents, long time, Object payload) {
        check(payload);
        PendingTimers pending = pending();
        if (pending.has(ofEvents, time, same(payload))) {
            return;
        }
        if (pending.size() == MAX_PENDING) {
            access.remember(
                    AbortReasons.byUser(
                            access.use().plan().name(),
                            access.keyText(),
                            "too many timers",
                            "limit",
                            MAX_PENDING));
            throw new AbortSignal();
        }
        kept.write(pending.with(ofEvents, time, line.copy(payload)));
    }

    private PendingTimers pending() {
        PendingTimers pending = kept.read();
        return pending == null ? PendingTimers.none(line.stamps.next()) : pending;
    }

    private long millis(Instant time) {
        long millis;
        try {
            millis = time.toEpochMilli();
        } catch (ArithmeticException e) {
            millis = TimerIndex.NEVER;
        }
        if (millis == TimerIndex.NEVER) {
            throw new IllegalArgumentException(
                    "[TSP-2241] Cannot set timer: its time is out of range, state="
                            + access.use().plan().name()
                            + ", key="
                            + access.key()
                            + ", time="
                            + time
                            + ". Set no timer where nothing is ever due.");
        }
        return millis;
    }

    private void check(@Nullable Object payload) {
        String state = access.use().plan().name();
        if (!access.isRunning()) {
            throw new IllegalStateException(
                    "[TSP-2242] Cannot use timers: the call whose context has given them has"
                            + " returned, state="
                            + state);
        }
        if (access.mode() == AccessMode.READ) {
            throw new IllegalStateException(
                    "[TSP-2243] Cannot use timers: the mode of the access does not allow it,"
                            + " mode=READ, state="
                            + state
                            + ", key="
                            + access.key()
                            + ". Let the mode selector give UPDATE.");
        }
        if (!line.type.isInstance(payload)) {
            throw new IllegalArgumentException(
                    "[TSP-2244] Cannot use timers: the payload is of another type than onTimer has"
                            + " named, state="
                            + state
                            + ", key="
                            + access.key()
                            + ", type="
                            + line.type.getName()
                            + ", given="
                            + (payload == null ? null : payload.getClass().getName())
                            + ". Pass one of this type.");
        }
    }

    /** A class without equals has equal payloads if their bytes are. */
    private Predicate<Object> same(Object payload) {
        return other -> payload.equals(other) || Arrays.equals(bytes(payload), bytes(other));
    }

    private byte[] bytes(Object payload) {
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        try {
            line.payloads.serialize(payload, out);
        } catch (IOException e) {
            throw new UncheckedIOException("[TSP-2245] Cannot write payload of timer", e);
        }
        return out.getCopyOfBuffer();
    }

    static IllegalStateException undeclared(UserFunctionAccess<?, ?> access) {
        return new IllegalStateException(
                "[TSP-2246] Cannot use timers: nothing says what is done when one of this state is"
                        + " due, state="
                        + access.use().plan().name()
                        + ", key="
                        + access.key()
                        + ". Call onTimer behind an access to the state.");
    }
}
