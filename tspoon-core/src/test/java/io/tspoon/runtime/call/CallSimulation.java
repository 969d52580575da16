/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.Call;
import io.tspoon.call.CallKey;
import io.tspoon.call.CallOutcome;
import io.tspoon.call.Procedure;
import io.tspoon.runtime.call.SimulatedCoordinator.Logged;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.typeinfo.Types;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A job whose coordinators take calls, in one thread and in an order that a seed chooses: callers
 * that repeat calls at any time, checkpoints, and crashes at any point, after which the job goes on
 * at another parallelism. The desks are the real ones; what is behind them is {@link
 * SimulatedCoordinator}.
 */
final class CallSimulation {
    private static final int KEY_GROUPS = 16;
    private static final int KEYS = 6;
    private static final int MAX_PARALLELISM = 3;
    private static final int STEPS = 1_500;
    private static final List<String> PROCEDURES = List.of("debit", "credit");

    final boolean logged;
    final CallFault fault;
    final OpenPlan<?> plan;
    CallOwners owners;

    /** By coordinator: what is durable of its log since the last completed checkpoint. */
    final List<List<Logged>> logs = new ArrayList<>();

    private final Random random;
    private final CallJournal journal;
    private final List<String> torn = new ArrayList<>();
    private final List<SimulatedCoordinator> coordinators = new ArrayList<>();
    private long timestamp;

    /** What a restart restores. */
    private Map<CallKey, Retention.Retained> checkpointedCalls = Map.of();

    private Map<CallKey, Integer> checkpointedEffects = Map.of();

    /** The number of the checkpoint under way; 0 if there is none. */
    private long checkpoint;

    private long checkpoints;

    /** By coordinator: what the checkpoint under way holds. */
    private final Map<Integer, Snapshot> snapshots = new HashMap<>();

    /** A part of a checkpoint. */
    private record Snapshot(
            Map<CallKey, Retention.Retained> calls, Map<CallKey, Integer> effects, int logLength) {}

    CallSimulation(long seed, boolean logged, CallFault fault) {
        this.random = new Random(seed);
        this.logged = logged;
        this.fault = fault;
        this.journal = new CallJournal(logged);
        List<Procedure> procedures = new ArrayList<>();
        for (String name : PROCEDURES) {
            procedures.add(new Procedure(name, Types.LONG, Types.LONG, request -> List.of()));
        }
        this.plan = DeskOperator.plan(new CallSettings(60_000, 1_000, 1_000, 3), procedures);
        this.owners = new CallOwners(1, KEY_GROUPS);
    }

    long nextTimestamp() {
        return ++timestamp;
    }

    /** Runs it. Returns what has gone wrong; empty if nothing has. */
    List<String> run() throws Exception {
        start();
        for (int step = 0; step < STEPS; step++) {
            step(random.nextInt(100));
        }
        settle();
        Map<CallKey, Integer> effects = new HashMap<>();
        coordinators.forEach(
                one ->
                        one.effects.forEach(
                                (key, count) -> effects.merge(key, count, Integer::sum)));
        List<String> wrong = journal.check(effects);
        wrong.addAll(torn);
        return wrong;
    }

    private void step(int dice) throws Exception {
        SimulatedCoordinator one = coordinators.get(random.nextInt(coordinators.size()));
        if (dice < 30) {
            call(random.nextInt(10) == 0 ? 2 : 1, random.nextInt(3) == 0);
        } else if (dice < 55) {
            serve(one);
        } else if (dice < 70) {
            one.decide();
        } else if (dice < 85) {
            one.flush();
        } else if (dice < 90) {
            one.tellLate();
        } else if (dice < 97) {
            advanceCheckpoint(one);
        } else if (dice < 99) {
            recover(one);
        } else {
            crash();
        }
    }

    /** Everything that was called ends, and everybody asks once more. */
    private void settle() throws Exception {
        checkpoint = 0;
        for (int round = 0; round < 2; round++) {
            for (CallKey key : journal.called()) {
                call(key, 1, false);
                call(key, 2, false); // perhaps this one was first
            }
            for (int i = 0; i < 200; i++) {
                for (SimulatedCoordinator one : coordinators) {
                    one.quiescing = false;
                    recover(one);
                    serve(one);
                    one.decide();
                    one.flush();
                    one.tellLate();
                }
            }
        }
    }

    // ------------------------------------------------------------------ callers

    private void call(long digest, boolean durable) {
        String procedure = PROCEDURES.get(random.nextInt(PROCEDURES.size()));
        call(new CallKey(procedure, "", "k" + random.nextInt(KEYS)), digest, durable);
    }

    private void call(CallKey key, long digest, boolean durable) {
        long told = fault == CallFault.REUSES_KEY_OF_OTHER_REQUEST ? 1 : digest;
        var unused =
                coordinators
                        .get(owners.owner(key))
                        .desk
                        .call(new Call(key, 1, told, digest, 0, durable))
                        .whenComplete(
                                (CallOutcome outcome, Throwable failure) ->
                                        journal.answered(key, digest, outcome, failure));
    }

    private static void serve(SimulatedCoordinator one) throws Exception {
        one.desk.serve();
    }

    // ------------------------------------------------------------------ checkpoints

    /** A coordinator does the next thing for the checkpoint. */
    private void advanceCheckpoint(SimulatedCoordinator one) {
        int index = coordinators.indexOf(one);
        if (coordinators.stream().anyMatch(other -> !other.recovered)) {
            return;
        }
        if (checkpoint == 0) {
            checkpoint = ++checkpoints;
            snapshots.clear();
        }
        if (snapshots.containsKey(index)) {
            complete();
        } else if (!one.quiescing) {
            one.quiescing = true;
        } else if (one.inFlight() == 0 || one.hasAdmittedMeanwhile()) {
            if (one.inFlight() > 0) {
                torn.add("a checkpoint holds a part of what is in flight");
            }
            snapshots.put(
                    index,
                    new Snapshot(
                            one.retention.copy(), Map.copyOf(one.effects), logs.get(index).size()));
            one.desk.snapshot(checkpoint, false);
            one.quiescing = false;
        }
    }

    private void complete() {
        if (snapshots.size() < coordinators.size()) {
            return;
        }
        Map<CallKey, Retention.Retained> calls = new HashMap<>();
        Map<CallKey, Integer> effects = new HashMap<>();
        for (Snapshot snapshot : snapshots.values()) {
            calls.putAll(snapshot.calls());
            snapshot.effects().forEach((key, count) -> effects.merge(key, count, Integer::sum));
        }
        checkpointedCalls = calls;
        checkpointedEffects = effects;
        snapshots.forEach(
                (index, snapshot) -> logs.get(index).subList(0, snapshot.logLength()).clear());
        for (int part = coordinators.size(); part < logs.size(); part++) {
            logs.get(part).clear(); // left by an earlier, higher parallelism
        }
        if (fault == CallFault.DURABLE_WITH_EARLIER_CHECKPOINT) {
            coordinators.forEach(one -> one.desk.snapshot(checkpoint, false));
        }
        coordinators.forEach(one -> one.desk.completed(checkpoint));
        checkpoint = 0;
    }

    // ------------------------------------------------------------------ crashes

    private void crash() throws Exception {
        coordinators.forEach(one -> one.desk.close());
        start();
    }

    private void start() {
        List<List<Logged>> before = List.copyOf(logs);
        int parallelism = 1 + random.nextInt(MAX_PARALLELISM);
        owners = new CallOwners(parallelism, KEY_GROUPS);
        checkpoint = 0;
        coordinators.clear();
        for (int i = 0; i < parallelism; i++) {
            coordinators.add(new SimulatedCoordinator(this, i, random));
        }
        checkpointedCalls.forEach(
                (key, ended) -> coordinators.get(owners.owner(key)).retention.add(key, ended));
        coordinators.get(0).effects.putAll(checkpointedEffects);
        while (logs.size() < MAX_PARALLELISM) {
            logs.add(new ArrayList<>());
        }
        for (int part = 0; part < before.size(); part++) {
            for (Logged record : before.get(part)) {
                coordinators.get(part % parallelism).take(record);
            }
        }
    }

    /** A coordinator reads all parts of the log. */
    private void recover(SimulatedCoordinator one) throws Exception {
        if (one.recovered) {
            return;
        }
        int index = coordinators.indexOf(one);
        for (int part = 0; part < logs.size(); part++) {
            boolean isOwnPart = part % coordinators.size() == index;
            for (Logged record : List.copyOf(logs.get(part))) {
                boolean retains =
                        switch (fault) {
                            case FORGETS_THE_LOG -> false;
                            case REPLAYS_TO_WRONG_OWNER -> isOwnPart;
                            default -> one.desk.owns(record.key());
                        };
                if (retains) {
                    one.desk.replayed(
                            record.key(),
                            new Retention.Retained(1, record.digest(), record.result()));
                }
            }
        }
        one.recovered = true;
    }
}
