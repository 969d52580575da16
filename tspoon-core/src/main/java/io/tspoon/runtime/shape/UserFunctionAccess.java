/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.AbortSignal;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.ExpectingContext;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.TriggerTarget;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An access as the user's function sees it: the value of the key in one state, and what the
 * function emits or aborts with.
 *
 * <p>The constraint is checked at every write. User code receives and passes copies of a mutable
 * value unless object reuse is on, because an installed value must not change while others read it.
 * The initial value is copied in any case, as all keys share it.
 */
@Internal
public interface UserFunctionAccess<V, O> extends ValueAccess<V>, ExpectingContext<O> {
    /** The accessed state and its use. */
    ResolvedState<?, V, O> use();

    Object key();

    /** What the function may do. */
    AccessMode mode();

    /** Whether the function is still running. */
    boolean isRunning();

    /** The value as the attempt sees it. */
    @Nullable V read();

    /** Whether {@link #read} returns a value that this attempt itself has written. */
    boolean readsOwnWrite();

    /** Sets the attempt's tentative value; null deletes the key. */
    void writeOwn(@Nullable V value);

    /** Takes an element that the function emits. */
    void keep(O emitted);

    /** Takes what functions trigger. */
    Triggering triggering();

    /** Takes what the function has triggered: it goes the way of elements that are emitted. */
    @SuppressWarnings("unchecked") // the pipeline behind tells it from an element
    default void keepTriggered(Triggered triggered) {
        keep((O) triggered);
    }

    /** Remembers why the transaction is aborted; the first reason counts. */
    void remember(AbortReason why);

    /** Why user code or a constraint aborts the transaction; null if none does. */
    @Nullable AbortReason reason();

    // ------------------------------------------------------------------ value

    @Override
    default @Nullable V get() {
        checkReadable();
        V value = read();
        if (value == null) {
            return use().plan().initialValue().of(key());
        }
        TypeSerializer<V> copies = use().valueCopies();
        return copies == null ? value : copies.copy(value);
    }

    @Override
    default boolean exists() {
        checkReadable();
        return read() != null;
    }

    @Override
    default void set(V value) {
        checkWritable();
        StatePlan<?, V, O> plan = use().plan();
        if (value == null) {
            throw new NullPointerException(
                    "[TSP-2201] Cannot write state: the new value is null, state="
                            + plan.name()
                            + ", key="
                            + key()
                            + ". Use delete to remove a value.");
        }
        StatePlan.Check<V> constraint = plan.constraint();
        if (constraint != null && !constraint.test(value)) {
            leave(AbortReasons.byConstraint(plan.name(), keyText(), plan.constraintName()));
        }
        TypeSerializer<V> copies = use().valueCopies();
        writeOwn(copies == null ? value : copies.copy(value));
    }

    @Override
    default void delete() {
        checkWritable();
        writeOwn(null);
    }

    // ------------------------------------------------------------------ context

    @Override
    default void emit(O result) {
        checkRunning();
        if (result == null) {
            throw new NullPointerException(
                    "[TSP-2202] Cannot emit element: it is null, state="
                            + use().plan().name()
                            + ", key="
                            + key()
                            + ". Emit nothing, or an element that stands for nothing.");
        }
        TypeSerializer<O> copies = use().emitCopies();
        keep(copies == null ? result : copies.copy(result));
    }

    @Override
    default <T> void trigger(TriggerTarget<T> entrance, T element) {
        checkRunning();
        Triggered triggered = triggering().keep(entrance, element);
        AbortReason refusal = triggering().refusal(use().plan().name(), keyText());
        if (refusal != null) {
            leave(refusal);
        }
        keepTriggered(triggered);
    }

    @Override
    default Timers timers() {
        throw KeyTimers.undeclared(this);
    }

    @Override
    default void abort(@Nullable String rule, @Nullable Object... details) {
        checkRunning();
        leave(AbortReasons.byUser(use().plan().name(), keyText(), rule, details));
    }

    @Override
    default void abortUnexpected(String pointer, boolean exists) {
        checkRunning();
        leave(AbortReasons.byExpectation(use().plan().name(), keyText(), pointer, exists));
    }

    private void leave(AbortReason why) {
        remember(why);
        throw new AbortSignal();
    }

    default String keyText() {
        return key().toString();
    }

    // ------------------------------------------------------------------ checks

    private void checkReadable() {
        checkRunning();
        if (mode() == AccessMode.WRITE && !readsOwnWrite()) {
            throw beyondMode(
                    "[TSP-2203] Cannot read state", "UPDATE for elements whose value is also read");
        }
    }

    private void checkWritable() {
        checkRunning();
        if (mode() == AccessMode.READ) {
            throw beyondMode(
                    "[TSP-2204] Cannot write state",
                    "UPDATE, or WRITE, for elements whose value is written");
        }
    }

    /** Only a mode that a selector has chosen can be exceeded; other operations keep to theirs. */
    private IllegalStateException beyondMode(String what, String mode) {
        return new IllegalStateException(
                what
                        + ": the mode of the access does not allow it, mode="
                        + mode()
                        + ", state="
                        + use().plan().name()
                        + ", key="
                        + key()
                        + ". Let the mode selector give "
                        + mode
                        + ".");
    }

    private void checkRunning() {
        if (!isRunning()) {
            throw new IllegalStateException(
                    "[TSP-2205] Cannot access state: the call that the access was passed to has"
                            + " returned, state="
                            + use().plan().name());
        }
    }
}
