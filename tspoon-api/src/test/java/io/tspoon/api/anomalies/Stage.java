/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.testing.Patience;
import io.tspoon.transaction.TransactionResult;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Where a test and the functions of its job meet: scripts go in, gates hold functions, and what ran
 * and came out is seen. One lock guards all of it; every wait is bounded.
 */
final class Stage {

    /** Longer, so that the test gives up before a function does and says what it waited for. */
    private static final long FUNCTION_PATIENCE_SECONDS = 2 * Patience.SECONDS;

    /** Functions are copied into the job, so they find their stage by name. */
    private static final ConcurrentMap<String, Stage> STAGES = new ConcurrentHashMap<>();

    private final String name;
    private final Queue<Script> submitted = new ArrayDeque<>();
    private final Set<String> closedGates = new HashSet<>();
    private final Set<String> reachedGates = new HashSet<>();
    private final Map<String, Set<Observation>> observations = new HashMap<>();
    private final Map<String, TransactionResult<Observation>> results = new HashMap<>();
    private boolean ended;

    private Stage(String name) {
        this.name = name;
    }

    static Stage open(String name) {
        Stage stage = new Stage(name);
        STAGES.put(name, stage);
        return stage;
    }

    static Stage named(String name) {
        return STAGES.get(name);
    }

    String name() {
        return name;
    }

    // ------------------------------------------------------------------ called by functions

    /** The next script that the test submits; null when there are no more. */
    synchronized @Nullable Script next() throws InterruptedException {
        await("the next script", FUNCTION_PATIENCE_SECONDS, () -> ended || !submitted.isEmpty());
        return submitted.poll();
    }

    /** Says that a gate was reached, and waits until it is open. */
    synchronized void pass(String gate) throws InterruptedException {
        if (!gate.isEmpty()) {
            reachedGates.add(gate);
            notifyAll();
            await("gate " + gate, FUNCTION_PATIENCE_SECONDS, () -> !closedGates.contains(gate));
        }
    }

    synchronized void observed(Observation observation) {
        observations
                .computeIfAbsent(observation.operation().transaction(), any -> new HashSet<>())
                .add(observation);
        notifyAll();
    }

    synchronized void completed(TransactionResult<Observation> result) {
        if (results.put(result.key(), result) != null) {
            throw new IllegalStateException("Second result, transaction=" + result.key());
        }
        notifyAll();
    }

    // ------------------------------------------------------------------ called by the test

    synchronized void submit(Script script) {
        submitted.add(script);
        notifyAll();
    }

    synchronized void closeGate(String gate) {
        closedGates.add(gate);
    }

    synchronized void openGate(String gate) {
        closedGates.remove(gate);
        notifyAll();
    }

    /** No script follows. Opens all gates, so that the job can end whatever happened. */
    synchronized void end() {
        ended = true;
        closedGates.clear();
        notifyAll();
    }

    synchronized boolean isClosed(String gate) {
        return closedGates.contains(gate);
    }

    synchronized boolean hasRun(Operation operation) {
        return observations.getOrDefault(operation.transaction(), Set.of()).stream()
                .anyMatch(observation -> observation.operation().equals(operation));
    }

    synchronized boolean hasSeen(Operation operation, long value) {
        return observations
                .getOrDefault(operation.transaction(), Set.of())
                .contains(new Observation(operation, value));
    }

    synchronized void awaitReached(String gate) throws InterruptedException {
        await("somebody at gate " + gate, () -> reachedGates.contains(gate));
    }

    synchronized void awaitRun(Operation operation) throws InterruptedException {
        await("the access " + operation, () -> hasRun(operation));
    }

    synchronized void awaitSeen(Operation operation, long value) throws InterruptedException {
        await("the value " + value + " in " + operation, () -> hasSeen(operation, value));
    }

    synchronized TransactionResult<Observation> awaitResult(String transaction)
            throws InterruptedException {
        await("the result of " + transaction, () -> results.containsKey(transaction));
        return results.get(transaction);
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        await(what, Patience.SECONDS, condition);
    }

    private void await(String what, long seconds, BooleanSupplier condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(
                        "Waited in vain, for="
                                + what
                                + ", stage="
                                + name
                                + ", closedGates="
                                + closedGates
                                + ", reachedGates="
                                + reachedGates
                                + ", results="
                                + results.keySet());
            }
            wait(left);
        }
    }
}
