/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One schedule of a few transactions over two keys of its own, which two instances own.
 *
 * <p>Nothing here depends on luck. A transaction enters in a later millisecond than the one before,
 * so that timestamps ascend in the order of entry. A probe follows it through the same channels;
 * when that one has been everywhere, each access that was sent before has run or is waiting.
 *
 * <p>At PL4 a closed entrance holds up all later transactions, as it must: who comes later waits
 * until it is known what the earlier one accesses. Then it is only awaited that a transaction has
 * entered.
 */
final class Interleaving {
    private static final int INSTANCE_OF_X = 0;
    private static final int INSTANCE_OF_Y = 1;
    private static final int INSTANCE_ELSEWHERE = 2;
    private static final int INSTANCE_OF_PROBES = StagedGraph.PARALLELISM - 1;
    private static final int LAST_COORDINATOR = StagedGraph.PARALLELISM - 1;

    private final Stage stage;
    private final String name;
    private final boolean ordered;
    private final boolean together;
    private final boolean torn;
    private final List<Script> entered = new ArrayList<>();
    private final Set<String> gates = new HashSet<>();
    private final Set<String> heldEntrances = new HashSet<>();
    private int probes;

    /**
     * @param name unique on the stage
     * @param ordered whether transactions take effect in the order of entry
     * @param together whether all enter at one coordinator, where they may see each other's
     *     tentative versions and then wait for each other's decision
     */
    Interleaving(Stage stage, String name, boolean ordered, boolean together) {
        this(stage, name, ordered, together, false);
    }

    private Interleaving(
            Stage stage, String name, boolean ordered, boolean together, boolean torn) {
        this.stage = stage;
        this.name = name;
        this.ordered = ordered;
        this.together = together;
        this.torn = torn;
    }

    /** Breaks isolation on purpose: each access is a transaction of its own. */
    static Interleaving torn(Stage stage, String name, boolean together) {
        return new Interleaving(stage, name, false, together, true);
    }

    boolean isOrdered() {
        return ordered;
    }

    // ------------------------------------------------------------------ names

    String x() {
        return StagedGraph.ownedBy(INSTANCE_OF_X, name + " x");
    }

    String y() {
        return StagedGraph.ownedBy(INSTANCE_OF_Y, name + " y");
    }

    /** Another key, at the instance of {@link #y}. */
    String besideY() {
        return StagedGraph.ownedBy(INSTANCE_OF_Y, name + " beside y");
    }

    /** A key at an instance that has neither x nor y. */
    String elsewhere() {
        return StagedGraph.ownedBy(INSTANCE_ELSEWHERE, name + " elsewhere");
    }

    /** A closed gate; each has an instance for itself, for up to three numbers from 0. */
    String gate(int number) {
        String gate = StagedGraph.ownedBy(number, name + " gate " + number);
        gates.add(gate);
        stage.closeGate(gate);
        return gate;
    }

    Script transaction(int number) {
        return Script.of(name + " T" + number, together ? 0 : (number - 1) % LAST_COORDINATOR);
    }

    // ------------------------------------------------------------------ events

    /**
     * A transaction enters and goes as far as gates and other transactions let it. One that nothing
     * holds up is complete afterwards, unless it may depend on another one.
     */
    void enter(Script script) throws InterruptedException {
        for (Script part : torn ? script.torn() : List.of(script)) {
            enterWhole(part);
        }
    }

    private void enterWhole(Script script) throws InterruptedException {
        submit(script);
        for (Operation operation : script.operations()) {
            if (!operation.isDirect()) {
                stage.awaitReached(operation.entrance());
            }
        }
        if (!awaitArrival(script.coordinator())) {
            return;
        }
        boolean complete = true;
        for (Operation operation : script.operations()) {
            boolean run = stage.hasRun(operation);
            if (run && !operation.isLast()) {
                stage.awaitReached(operation.exit());
            }
            complete &= run && !operation.isGated();
        }
        if (complete && !together) {
            stage.awaitResult(script.name());
        }
    }

    /** A transaction enters; nothing is awaited. */
    void submit(Script script) {
        awaitNextMillisecond();
        entered.add(script);
        for (Operation operation : script.operations()) {
            if (!operation.isDirect()) {
                heldEntrances.add(operation.entrance());
            }
        }
        stage.submit(script);
    }

    /** Waits until what entered at the coordinator has been sent. */
    void awaitSent(int coordinator) throws InterruptedException {
        Script probe = probe(coordinator).read(x()).behind(probeEntrance());
        stage.submit(probe);
        stage.awaitReached(probeEntrance());
    }

    /** Waits until somebody has come to a gate. */
    void awaitReached(String gate) throws InterruptedException {
        stage.awaitReached(gate);
    }

    /** Waits until the first access of a transaction has run. */
    void awaitRun(Script script) throws InterruptedException {
        stage.awaitRun(script.operations().get(0));
    }

    /** Waits until the first access of a transaction has seen a value, perhaps not for good. */
    void awaitSeen(Script script, long value) throws InterruptedException {
        stage.awaitSeen(script.operations().get(0), value);
    }

    /** Reads a key in one transaction after the other until the value is seen. */
    void awaitInstalled(String key, long value) throws InterruptedException {
        Operation read;
        do {
            Script probe = probe(LAST_COORDINATOR).read(key);
            read = probe.operations().get(0);
            stage.submit(probe);
            stage.awaitResult(probe.name());
        } while (!stage.hasSeen(read, value));
    }

    void open(String gate) {
        heldEntrances.remove(gate);
        stage.openGate(gate);
    }

    /** Opens all gates and waits until all transactions are complete. */
    void finish() throws InterruptedException {
        gates.forEach(this::open);
        for (Script script : entered) {
            stage.awaitResult(script.name());
        }
    }

    // ------------------------------------------------------------------ what came of it

    TransactionResult<Observation> result(Script script) throws InterruptedException {
        return stage.awaitResult(script.name());
    }

    /** What a committed transaction saw of a key; its last access counts. */
    long seen(Script script, String key) throws InterruptedException {
        return result(script).emitted().stream()
                .filter(observation -> observation.operation().key().equals(key))
                .reduce((first, last) -> last)
                .orElseThrow()
                .value();
    }

    /** What is installed now. */
    long installed(String key) throws InterruptedException {
        Script probe = probe(LAST_COORDINATOR).read(key);
        awaitNextMillisecond();
        stage.submit(probe);
        return seen(probe, key);
    }

    // ------------------------------------------------------------------ probes

    /** Whether the probe has been where the accesses are, and not just entered. */
    private boolean awaitArrival(int coordinator) throws InterruptedException {
        if (ordered && !heldEntrances.isEmpty()) {
            awaitSent(coordinator);
            return false;
        }
        Script probe =
                probe(coordinator)
                        .read(StagedGraph.ownedBy(INSTANCE_OF_X, name + " probe"))
                        .read(StagedGraph.ownedBy(INSTANCE_OF_Y, name + " probe"));
        stage.submit(probe);
        for (Operation operation : probe.operations()) {
            stage.awaitRun(operation);
        }
        return true;
    }

    private Script probe(int coordinator) {
        return Script.of(name + " probe " + ++probes, coordinator);
    }

    private String probeEntrance() {
        return StagedGraph.ownedBy(INSTANCE_OF_PROBES, name + " probe entrance " + probes);
    }

    private static void awaitNextMillisecond() {
        long now = System.currentTimeMillis();
        while (System.currentTimeMillis() == now) {
            Thread.onSpinWait();
        }
    }
}
