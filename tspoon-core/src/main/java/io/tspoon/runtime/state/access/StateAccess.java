/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.shape.ResolvedState;
import io.tspoon.runtime.shape.UserFunctionAccess;
import io.tspoon.runtime.transport.ElementNumber;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An access with its element. If the operator has one state, it is also the object that the user's
 * function sees. An instance serves several accesses in turn, but only for a short time: a
 * short-lived object is cheaper than a long-lived one that refers to new objects.
 */
@Internal
public class StateAccess<I, K, V, O> extends Access<K, V> implements UserFunctionAccess<V, O> {
    private final AccessRunner<I, K, V, O> runner;
    private I element;
    private long weight;

    /** The {@link ElementNumber}. */
    private int number;

    /** Whether all others who got a part of the attempt have voted for the commit. */
    private boolean isLast;

    /** Null if the key of the record has to be used. */
    private @Nullable K keyAtHand;

    /** The next access of the same attempt, if they are granted together. */
    @Nullable StateAccess<I, K, V, O> next;

    /** Whether an exception aborts the transaction, and not the job. */
    private boolean isGuarded;

    /** Whether the transaction must not trigger any. */
    private boolean isDeepest;

    /** Why the mode could not be chosen; only of a guarded access. */
    private @Nullable Exception modeFailure;

    private boolean running;
    private boolean over;
    private boolean written;
    private @Nullable AbortReason reason;
    private @Nullable O firstEmitted;
    private @Nullable List<O> moreEmitted;

    StateAccess(AccessRunner<I, K, V, O> runner, I element) {
        this.runner = runner;
        this.element = element;
    }

    /**
     * Begins an access, whether or not the object has served for another one before. {@link
     * #prepare} must be called as well.
     *
     * @param last whether its fragment is the last one of its attempt
     * @param keyAtHand the key, if it cannot change and is nearer in memory than that of the
     *     record; else null
     */
    void begin(I forElement, long ofWeight, boolean last, @Nullable K keyAtHand) {
        element = forElement;
        weight = ofWeight;
        isLast = last;
        this.keyAtHand = keyAtHand;
        next = null;
        isGuarded = false;
        isDeepest = false;
        modeFailure = null;
        over = false;
        written = false;
        reason = null;
        firstEmitted = null;
        moreEmitted = null;
    }

    /**
     * An exception aborts the transaction, and not the job, even one of the function that chooses
     * the mode. Returns the mode.
     */
    AccessMode guarded(AccessModes<I> modes) {
        isGuarded = true;
        try {
            return modes.of(element);
        } catch (Exception e) {
            modeFailure = e;
            return AccessMode.READ;
        }
    }

    I element() {
        return element;
    }

    /** Sets the {@link ElementNumber}. */
    void number(int ofElement) {
        number = ofElement;
    }

    /** The transaction must not trigger any. */
    void deepest() {
        isDeepest = true;
    }

    boolean isDeepest() {
        return isDeepest;
    }

    /** Whether an exception aborts the transaction, and not the job. */
    boolean isGuarded() {
        return isGuarded;
    }

    @Override
    public K key() {
        return keyAtHand == null ? super.key() : keyAtHand;
    }

    /** Calls the user's function. Afterwards this object has what the function did. */
    void call() throws Exception {
        running = true;
        try {
            if (modeFailure != null) {
                throw modeFailure;
            }
            runner.call(element, this);
        } catch (Exception | Error e) {
            if (reason == null) {
                throw e;
            }
            AbortCapture.ignore(e);
        } finally {
            running = false;
            over = true;
        }
    }

    /** Ends the access without calling the function. */
    void skip() {
        over = true;
    }

    /** Whether the user's function has returned, or will not be called. */
    public boolean isOver() {
        return over;
    }

    public long weight() {
        return weight;
    }

    int number() {
        return number;
    }

    /** Whether an abort concerns its element of a batch alone. */
    boolean isRejecting() {
        return ElementNumber.isRejecting(number);
    }

    /**
     * Whether the access is all of its attempt that is under way: all others have ended, and voted
     * for the commit.
     */
    boolean votesLast() {
        return isLast || weight == Weight.WHOLE;
    }

    /** Whether its fragment is the last one of its attempt, of which others have reported parts. */
    boolean isLast() {
        return isLast;
    }

    /**
     * The access votes for the commit, and nothing runs for it any more. Not called if its element
     * is rejected.
     */
    void committing() {}

    /** What user code has written, as it is reported. */
    @Nullable V written() {
        return read();
    }

    /** Whether user code wrote or deleted the value. */
    boolean isWritten() {
        return written;
    }

    @Nullable O firstEmitted() {
        return firstEmitted;
    }

    /** The elements emitted after the first one. */
    List<O> moreEmitted() {
        return moreEmitted == null ? List.of() : moreEmitted;
    }

    // ------------------------------------------------------------------ user's view

    @Override
    public ResolvedState<?, V, O> use() {
        return runner.use();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void writeOwn(@Nullable V value) {
        write(value);
        written = true;
    }

    @Override
    public void keep(O emitted) {
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
        return runner.triggering();
    }

    @Override
    public void remember(AbortReason why) {
        if (reason == null) {
            reason = why;
        }
    }

    @Override
    public @Nullable AbortReason reason() {
        return reason;
    }
}
