/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes elements on; its task fails when it is told that a snapshot is complete, once after a test
 * has asked for that by name.
 */
public final class FailingStops<T> implements MapFunction<T, T>, CheckpointListener {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, AtomicInteger> LEFT = new ConcurrentHashMap<>();

    private final String name;

    public FailingStops(String name) {
        this.name = name;
        LEFT.put(name, new AtomicInteger());
    }

    /** The next complete snapshot is the one. */
    public static void failNext(String name) {
        LEFT.get(name).set(1);
    }

    @Override
    public T map(T element) {
        return element;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        if (LEFT.get(name).getAndSet(0) > 0) {
            throw new IllegalStateException("Injected fault after a snapshot: " + name);
        }
    }
}
