/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Access;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.transaction.AbortReason;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An access with the element that asks for it. Where the operator has one state, it is also what
 * the user's function sees. It serves for one access after the other, but not for long: a
 * short-lived object is cheaper than a long-lived one that refers to what is new.
 */
final class StateAccess<I, K, V, O> extends Access<K, V> implements UserAccess<V, O> {
    private final AccessRunner<I, K, V, O> runner;
    private I element;
    private long weight;

    /** Null if that of the record has to do. */
    private @Nullable K keyAtHand;

    /** The next access of the same attempt, where they are granted together. */
    @Nullable StateAccess<I, K, V, O> next;

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
     * Begins an access, be it that there was another one before; to be prepared as well.
     *
     * @param keyAtHand the key, if it cannot change and is nearer than that of the record; else
     *     null
     */
    void begin(I forElement, long ofWeight, @Nullable K keyAtHand) {
        element = forElement;
        weight = ofWeight;
        this.keyAtHand = keyAtHand;
        next = null;
        over = false;
        written = false;
        reason = null;
        firstEmitted = null;
        moreEmitted = null;
    }

    @Override
    public K key() {
        return keyAtHand == null ? super.key() : keyAtHand;
    }

    /** Calls the user's function; afterwards the access says what it did. */
    void call() throws Exception {
        running = true;
        try {
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

    /** Ends the access without a call. */
    void skip() {
        over = true;
    }

    /** Whether the user's function has returned, or will not be called. */
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

    /** Why user code, or a constraint, aborts the transaction; null if it does not. */
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

    // ------------------------------------------------------------------ user's view

    @Override
    public StateUse<?, V, O> use() {
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
    public void remember(AbortReason why) {
        if (reason == null) {
            reason = why;
        }
    }
}
