/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Access;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.AbortSignal;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An access with the element that asks for it, as the user's function sees it: the value of the
 * key, and what the function emits or aborts with.
 *
 * <p>The constraint is checked at every write. User code gets and gives copies of a mutable value
 * unless object reuse is on, for an installed value must not change under those who read it. One
 * short-lived object for each access: cheaper than long-lived ones that refer to it.
 */
final class StateAccess<I, K, V, O> extends Access<K, V>
        implements ValueAccess<V>, StateContext<O> {
    private final AccessRunner<I, K, V, O> runner;
    private final I element;
    private final long weight;

    /** The next access of the same attempt, where they are granted together. */
    @Nullable StateAccess<I, K, V, O> next;

    private boolean running;
    private boolean over;
    private boolean written;
    private @Nullable AbortReason reason;
    private @Nullable O firstEmitted;
    private @Nullable List<O> moreEmitted;

    StateAccess(AccessRunner<I, K, V, O> runner, I element, long weight) {
        this.runner = runner;
        this.element = element;
        this.weight = weight;
    }

    /** Calls the user's function; afterwards the access says what it did. */
    void call() throws Exception {
        running = true;
        try {
            runner.plan().function().access(element, this, this);
        } catch (AbortSignal signal) {
            // The reason is remembered.
        }
        running = false;
        over = true;
    }

    /** Whether the user's function has returned. */
    boolean isOver() {
        return over;
    }

    long weight() {
        return weight;
    }

    /** Whether user code wrote or deleted the value. */
    boolean isWritten() {
        return written;
    }

    /** Why user code, or the constraint, aborts the transaction; null if it does not. */
    @Nullable AbortReason reason() {
        return reason;
    }

    @Nullable O firstEmitted() {
        return firstEmitted;
    }

    /** What was emitted after the first element. */
    List<O> moreEmitted() {
        return moreEmitted == null ? List.of() : moreEmitted;
    }

    // ------------------------------------------------------------------ value

    @Override
    public @Nullable V get() {
        checkReadable();
        StatePlan<I, K, V, O> plan = runner.plan();
        V value = read();
        if (value == null) {
            value = plan.initialValue().get();
        }
        TypeSerializer<V> copies = runner.valueCopies();
        return value == null || copies == null ? value : copies.copy(value);
    }

    @Override
    public boolean exists() {
        checkReadable();
        return read() != null;
    }

    @Override
    public void set(V value) {
        checkWritable();
        StatePlan<I, K, V, O> plan = runner.plan();
        if (value == null) {
            throw new NullPointerException(
                    "Cannot write state: the new value is null, state="
                            + plan.name()
                            + ", key="
                            + key()
                            + ". Use delete to remove a value.");
        }
        StatePlan.Check<V> constraint = plan.constraint();
        if (constraint != null && !constraint.test(value)) {
            abort(AbortReasons.byConstraint(plan.name(), keyText(), plan.constraintName()));
        }
        TypeSerializer<V> copies = runner.valueCopies();
        write(copies == null ? value : copies.copy(value));
        written = true;
    }

    @Override
    public void delete() {
        checkWritable();
        write(null);
        written = true;
    }

    // ------------------------------------------------------------------ context

    @Override
    public void emit(O result) {
        checkRunning();
        if (result == null) {
            throw new NullPointerException(
                    "Cannot emit element: it is null, state="
                            + runner.plan().name()
                            + ", key="
                            + key()
                            + ". Emit nothing, or an element that stands for nothing.");
        }
        TypeSerializer<O> copies = runner.emitCopies();
        O kept = copies == null ? result : copies.copy(result);
        if (firstEmitted == null) {
            firstEmitted = kept;
            return;
        }
        if (moreEmitted == null) {
            moreEmitted = new ArrayList<>();
        }
        moreEmitted.add(kept);
    }

    @Override
    public void abort(String rule, Object... details) {
        checkRunning();
        abort(AbortReasons.byUser(runner.plan().name(), keyText(), rule, details));
    }

    private void abort(AbortReason why) {
        if (reason == null) {
            reason = why;
        }
        throw new AbortSignal();
    }

    String keyText() {
        return key().toString();
    }

    private void checkReadable() {
        checkRunning();
        if (mode() == AccessMode.WRITE && !readsOwnWrite()) {
            throw new IllegalStateException(
                    "Cannot read state: the access was declared to write without reading, state="
                            + runner.plan().name()
                            + ". Use update or apply instead of write.");
        }
    }

    private void checkWritable() {
        checkRunning();
        if (mode() == AccessMode.READ) {
            throw new IllegalStateException(
                    "Cannot write state: the access was declared to read only, state="
                            + runner.plan().name()
                            + ". Use update or apply instead of read.");
        }
    }

    private void checkRunning() {
        if (!running) {
            throw new IllegalStateException(
                    "Cannot access state: the call that the access was passed to has returned,"
                            + " state="
                            + runner.plan().name());
        }
    }
}
