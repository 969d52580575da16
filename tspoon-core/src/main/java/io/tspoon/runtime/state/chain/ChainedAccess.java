/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.shape.ResolvedState;
import io.tspoon.runtime.shape.UserFunctionAccess;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An access with its element, as user functions see it, and with what its last run has done. It may
 * run several times. An instance serves several accesses in turn, if they are over at once, but
 * only for a short time: a short-lived object is cheaper than a long-lived one that refers to new
 * ones.
 */
final class ChainedAccess<I, K, V, O> implements UserFunctionAccess<V, O> {
    private final ChainRunner<I, K, V, O> runner;

    /** For a key that has no chain. */
    private final RecordChain<I, K, V, O> ownChain;

    private RecordChain<I, K, V, O> chain;
    private I element;
    private AccessMode mode = AccessMode.READ;
    private int slot;
    private long weight;

    /** Which element of a batch it comes from. */
    private int number;

    /** A copy for further runs, as a function may change the element that it gets. */
    private @Nullable I kept;

    /** Whether an exception aborts the transaction, and not the job. */
    private boolean isGuarded;

    /** Whether the transaction must not trigger any. */
    private boolean isDeepest;

    /** Why the mode could not be chosen; only of a guarded access. */
    private @Nullable Exception modeFailure;

    private @Nullable V value;
    private boolean running;
    private boolean written;
    private boolean seesOwn;
    private @Nullable AbortReason reason;
    private @Nullable O firstEmitted;
    private @Nullable List<O> moreEmitted;

    /**
     * @param ownChain a chain without entries, for this access only
     */
    ChainedAccess(ChainRunner<I, K, V, O> runner, RecordChain<I, K, V, O> ownChain, I element) {
        this.runner = runner;
        this.ownChain = ownChain;
        this.chain = ownChain;
        this.element = element;
    }

    /**
     * Begins an access, whether or not the object has served for another one before.
     *
     * @param begun the chain of the key; null if it has no entries
     */
    void begin(
            CachedRecord<K, V> record,
            @Nullable RecordChain<I, K, V, O> begun,
            I forElement,
            int ofSlot,
            long ofWeight) {
        if (begun == null) {
            ownChain.begin(record);
            chain = ownChain;
        } else {
            chain = begun;
        }
        element = forElement;
        isGuarded = false;
        isDeepest = false;
        modeFailure = null;
        slot = ofSlot;
        weight = ofWeight;
        kept = null;
    }

    /** Sets which element of a batch it comes from. */
    void number(int ofElement) {
        number = ofElement;
    }

    int number() {
        return number;
    }

    void setMode(AccessMode chosen) {
        mode = chosen;
    }

    /**
     * An exception aborts the transaction, and not the job, even one of the function that chooses
     * the mode.
     */
    void guarded(AccessModes<I> modes) {
        isGuarded = true;
        try {
            mode = modes.of(element);
        } catch (Exception e) {
            mode = AccessMode.READ;
            modeFailure = e;
        }
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

    /** Throws what the function that chooses the mode has thrown, if it has. */
    void checkMode() throws Exception {
        if (modeFailure != null) {
            throw modeFailure;
        }
    }

    RecordChain<I, K, V, O> chain() {
        return chain;
    }

    int slot() {
        return slot;
    }

    long weight() {
        return weight;
    }

    /** There may be another run. */
    void keep(@Nullable TypeSerializer<I> copies) {
        if (copies != null) {
            kept = copies.copy(element);
        }
    }

    /** The element for the next run. */
    I element(@Nullable TypeSerializer<I> copies) {
        return kept == null || copies == null ? element : copies.copy(kept);
    }

    /**
     * Forgets what the last run has done.
     *
     * @param own whether the transaction has written the value that the access sees
     */
    void begin(@Nullable V below, boolean own) {
        value = below;
        seesOwn = own;
        running = true;
        written = false;
        reason = null;
        firstEmitted = null;
        moreEmitted = null;
    }

    void end() {
        running = false;
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
    public Object key() {
        return chain.key();
    }

    @Override
    public AccessMode mode() {
        return mode;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public @Nullable V read() {
        return value;
    }

    @Override
    public boolean readsOwnWrite() {
        return written || seesOwn;
    }

    @Override
    public void writeOwn(@Nullable V newValue) {
        value = newValue;
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

    /** Where it is, for messages, and what it aborts with. */
    @Override
    public String toString() {
        AbortReason why = reason;
        return why == null
                ? "key=" + keyText()
                : "state=" + why.operator() + ", key=" + why.key() + ", rule=" + why.rule();
    }
}
