/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.shape.ResolvedState;
import io.tspoon.runtime.shape.StateCalls;
import io.tspoon.runtime.shape.UserFunctionAccess;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One access of a serial run, as functions see it.
 *
 * @param <K> type of the keys
 * @param <V> type of what is kept for a key
 * @param <O> type of what functions emit
 */
class SerialAccess<K, V, O> implements UserFunctionAccess<V, O> {
    private final StateCalls<?, V, O> calls;
    private final Triggering triggering;
    private final K key;
    private final AccessMode mode;
    private final Map<K, V> installed;
    private final Map<K, @Nullable V> tentative;
    private final List<O> emitted = new ArrayList<>();
    private boolean running;
    private boolean written;
    private @Nullable AbortReason reason;

    /**
     * @param triggering takes what functions trigger
     * @param installed by key
     * @param tentative by key: what the transaction has written; null if it has deleted it
     */
    SerialAccess(
            StateCalls<?, V, O> calls,
            Triggering triggering,
            K key,
            AccessMode mode,
            Map<K, V> installed,
            Map<K, @Nullable V> tentative) {
        this.calls = calls;
        this.triggering = triggering;
        this.key = key;
        this.mode = mode;
        this.installed = installed;
        this.tentative = tentative;
    }

    /** Calls the functions. Afterwards this object has what they did. */
    <I> void call(StateCalls<I, V, O> functions, I element) throws Exception {
        running = true;
        try {
            functions.call(element, this);
        } catch (Exception | Error e) {
            if (reason == null) {
                throw e;
            }
            AbortCapture.ignore(e);
        } finally {
            running = false;
        }
    }

    boolean isWritten() {
        return written;
    }

    /** What was written, by record; null if it was deleted. */
    Map<K, @Nullable V> writes() {
        return Collections.singletonMap(key, read());
    }

    /** What the transaction has written. */
    final Map<K, @Nullable V> tentative() {
        return tentative;
    }

    /** The records that may have a value. */
    final Set<K> records() {
        Set<K> all = new LinkedHashSet<>(installed.keySet());
        all.addAll(tentative.keySet());
        return all;
    }

    /** What a record holds as the transaction sees it. */
    final @Nullable V see(K record) {
        return tentative.containsKey(record) ? tentative.get(record) : installed.get(record);
    }

    /** Sets what a record holds for the transaction. */
    final void put(K record, @Nullable V value) {
        tentative.put(record, value);
        written = true;
    }

    List<O> emitted() {
        return emitted;
    }

    @Override
    public ResolvedState<?, V, O> use() {
        return Objects.requireNonNull(calls.use(), "functions do not see the access itself");
    }

    @Override
    public Object key() {
        return key;
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
        return see(key);
    }

    @Override
    public boolean readsOwnWrite() {
        return tentative.containsKey(key);
    }

    @Override
    public void writeOwn(@Nullable V value) {
        put(key, value);
    }

    @Override
    public void keep(O element) {
        emitted.add(element);
    }

    @Override
    public Triggering triggering() {
        return triggering;
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
