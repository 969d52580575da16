/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.State;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalKvState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.jspecify.annotations.Nullable;

/**
 * Values by name in an operator's keyed state, which a timer removes when they are old enough: one
 * timer for all of a key group whose time is over in the same second. Whoever uses it says in which
 * key group a name lies. The keys of the operator's state must be integers: one of them stands for
 * each key group, and the name is the namespace.
 *
 * <p>Confined to the mailbox thread, where timers fire as well.
 *
 * @param <V> type of the values
 */
@Internal
public final class ExpiringState<V> implements Triggerable<Integer, String> {
    /** Timers are set to whole seconds, so that there are few. */
    private static final long TIMER_STEP_MS = 1_000;

    private static final String ENDS = "-ends";

    private final long retentionMs;
    private final KeyGroupKeys keys;
    private final KeyedStateBackend<Integer> backend;
    private final ValueState<V> state;

    /** What ends with a timer, under the timer's namespace. */
    private final ListState<String> ends;

    private final InternalTimerService<String> timers;

    /** By key group: the time of the timer that was set last; 0 if it is over. */
    private final long[] lastSet;

    private long size;

    /**
     * Opens the state, in the operator's {@code open}.
     *
     * @param name of the state and of its timers, and the begin of that of their lists; part of
     *     savepoints
     * @param retentionMs how long a value is kept, at least
     */
    public ExpiringState(
            AbstractStreamOperator<?> operator,
            String name,
            TypeSerializer<V> serializer,
            long retentionMs)
            throws Exception {
        this.retentionMs = retentionMs;
        int groups = operator.getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
        this.keys = KeyGroupKeys.of(groups);
        this.backend = operator.getKeyedStateBackend();
        this.state =
                backend.getOrCreateKeyedState(
                        StringSerializer.INSTANCE, new ValueStateDescriptor<>(name, serializer));
        this.ends =
                backend.getOrCreateKeyedState(
                        StringSerializer.INSTANCE,
                        new ListStateDescriptor<>(name + ENDS, StringSerializer.INSTANCE));
        this.timers = operator.getInternalTimerService(name, StringSerializer.INSTANCE, this);
        this.lastSet = new long[groups];
        timers.forEachProcessingTimeTimer(
                (end, time) -> {
                    setNamespace(ends, end);
                    for (String ignored : ends.get()) {
                        size++;
                    }
                });
    }

    /** The number of values. */
    public long size() {
        return size;
    }

    /** The value of a name; null if there is none, or if it was old enough. */
    public @Nullable V get(int keyGroup, String name) throws Exception {
        go(keys.keyOf(keyGroup), name);
        return state.value();
    }

    /** Sets the value of a name. One that has a value already keeps its time. */
    public void put(int keyGroup, String name, V value) throws Exception {
        if (get(keyGroup, name) == null) {
            add(keyGroup, name, value);
        } else {
            state.update(value);
        }
    }

    /** Sets the value of a name that has none. */
    public void add(int keyGroup, String name, V value) throws Exception {
        go(keys.keyOf(keyGroup), name);
        state.update(value);
        long end = endOfRetention();
        String namespace = Long.toString(end);
        setNamespace(ends, namespace);
        ends.add(name);
        size++;
        if (end != lastSet[keyGroup]) {
            lastSet[keyGroup] = end;
            timers.registerProcessingTimeTimer(namespace, end);
        }
    }

    private long endOfRetention() {
        long end = timers.currentProcessingTime() + retentionMs;
        return end - Math.floorMod(end, TIMER_STEP_MS) + TIMER_STEP_MS;
    }

    private void go(int key, String name) {
        backend.setCurrentKey(key);
        setNamespace(state, name);
    }

    private static void setNamespace(State state, String namespace) {
        @SuppressWarnings("unchecked") // every state of a backend is one
        InternalKvState<Integer, String, ?> internal = (InternalKvState<Integer, String, ?>) state;
        internal.setCurrentNamespace(namespace);
    }

    @Override
    public void onEventTime(InternalTimer<Integer, String> timer) {}

    /** Values are old enough. */
    @Override
    public void onProcessingTime(InternalTimer<Integer, String> timer) throws Exception {
        backend.setCurrentKey(timer.getKey());
        setNamespace(ends, timer.getNamespace());
        for (String name : ends.get()) {
            setNamespace(state, name);
            state.clear();
            size--;
        }
        ends.clear();
        int keyGroup = keys.groupOf(timer.getKey());
        if (lastSet[keyGroup] == timer.getTimestamp()) {
            lastSet[keyGroup] = 0; // the clock may go back
        }
    }
}
