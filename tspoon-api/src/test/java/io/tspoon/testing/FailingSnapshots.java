/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes elements on; its task fails in a number of snapshots, which a test asks for by name. */
public final class FailingSnapshots<T> implements MapFunction<T, T>, CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, AtomicInteger> LEFT = new ConcurrentHashMap<>();

    private final String name;

    public FailingSnapshots(String name, int times) {
        this.name = name;
        LEFT.put(name, new AtomicInteger(times));
    }

    /** How many failures are still to come. */
    public static int left(String name) {
        return LEFT.get(name).get();
    }

    @Override
    public T map(T element) {
        return element;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        if (LEFT.get(name).getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new Error("Injected fault in a snapshot: " + name);
        }
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
}
