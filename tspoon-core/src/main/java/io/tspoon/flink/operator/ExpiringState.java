/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalKvState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.jspecify.annotations.Nullable;

/**
 * Values by name in an operator's keyed state, each of which a timer removes when it is old enough.
 * Whoever uses it says in which key group a name lies. The keys of the operator's state must be
 * integers: one of them stands for each key group, and the name is the namespace.
 *
 * <p>Confined to the mailbox thread, where timers fire as well.
 *
 * @param <V> type of the values
 */
@Internal
public final class ExpiringState<V> implements Triggerable<Integer, String> {
    /** Timers are set to whole seconds, so that few fire at a time of their own. */
    private static final long TIMER_STEP_MS = 1_000;

    private final long retentionMs;
    private final int[] keys;
    private final KeyedStateBackend<Integer> backend;
    private final ValueState<V> state;
    private final InternalTimerService<String> timers;
    private long size;

    /**
     * Opens the state, in the operator's {@code open}.
     *
     * @param name of the state and of its timers; part of savepoints
     * @param retentionMs how long a value is kept, at least
     */
    public ExpiringState(
            AbstractStreamOperator<?> operator,
            String name,
            TypeSerializer<V> serializer,
            long retentionMs)
            throws Exception {
        this.retentionMs = retentionMs;
        this.keys =
                keysOfGroups(
                        operator.getRuntimeContext()
                                .getTaskInfo()
                                .getMaxNumberOfParallelSubtasks());
        this.backend = operator.getKeyedStateBackend();
        this.state =
                backend.getOrCreateKeyedState(
                        StringSerializer.INSTANCE, new ValueStateDescriptor<>(name, serializer));
        this.timers = operator.getInternalTimerService(name, StringSerializer.INSTANCE, this);
        timers.forEachProcessingTimeTimer((named, time) -> size++);
    }

    /** For each key group, by number: a key that lies in it. */
    private static int[] keysOfGroups(int groups) {
        int[] keys = new int[groups];
        boolean[] known = new boolean[groups];
        int left = groups;
        for (int key = 0; left > 0; key++) {
            int group = KeyGroupRangeAssignment.assignToKeyGroup(key, groups);
            if (!known[group]) {
                known[group] = true;
                keys[group] = key;
                left--;
            }
        }
        return keys;
    }

    /** The number of values. */
    public long size() {
        return size;
    }

    /** The value of a name; null if there is none, or if it was old enough. */
    public @Nullable V get(int keyGroup, String name) throws Exception {
        go(keys[keyGroup], name);
        return state.value();
    }

    /** Sets the value of a name. One that has a value already keeps its time. */
    public void put(int keyGroup, String name, V value) throws Exception {
        go(keys[keyGroup], name);
        boolean isNew = state.value() == null;
        state.update(value);
        if (isNew) {
            size++;
            timers.registerProcessingTimeTimer(name, endOfRetention());
        }
    }

    private long endOfRetention() {
        long end = timers.currentProcessingTime() + retentionMs;
        return end - Math.floorMod(end, TIMER_STEP_MS) + TIMER_STEP_MS;
    }

    @SuppressWarnings("unchecked") // every state of a backend is one
    private void go(int key, String namespace) {
        backend.setCurrentKey(key);
        ((InternalKvState<Integer, String, ?>) state).setCurrentNamespace(namespace);
    }

    @Override
    public void onEventTime(InternalTimer<Integer, String> timer) {}

    /** A value is old enough. */
    @Override
    public void onProcessingTime(InternalTimer<Integer, String> timer) {
        go(timer.getKey(), timer.getNamespace());
        state.clear();
        size--;
    }
}
