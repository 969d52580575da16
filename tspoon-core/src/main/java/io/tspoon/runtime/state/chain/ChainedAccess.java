/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.runtime.shape.StateUse;
import io.tspoon.runtime.shape.UserFunctionAccess;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An access with its element, as user functions see it, and with what its last run has done. It may
 * run several times.
 */
final class ChainedAccess<I, K, V, O> implements UserFunctionAccess<V, O> {
    final RecordChain<I, K, V, O> chain;
    private final I element;

    /** A copy for further runs, as a function may change the element that it gets. */
    private @Nullable I kept;

    final AccessMode mode;
    final int slot;
    final long weight;
    private final ChainRunner<I, K, V, O> runner;

    private @Nullable V value;
    private boolean running;
    private boolean written;
    private boolean seesOwn;
    private @Nullable AbortReason reason;
    private @Nullable O firstEmitted;
    private @Nullable List<O> moreEmitted;

    ChainedAccess(
            ChainRunner<I, K, V, O> runner,
            RecordChain<I, K, V, O> chain,
            I element,
            AccessMode mode,
            int slot,
            long weight) {
        this.runner = runner;
        this.chain = chain;
        this.element = element;
        this.mode = mode;
        this.slot = slot;
        this.weight = weight;
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
    public StateUse<?, V, O> use() {
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
