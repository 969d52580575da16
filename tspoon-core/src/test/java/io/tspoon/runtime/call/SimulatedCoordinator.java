/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;
import io.tspoon.call.Procedure;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A coordinator with its desk, and the transactions behind it: they end in any order, and with a
 * log they are over when that is durable.
 */
final class SimulatedCoordinator implements CallAdmission {
    private static final int PLACES = 3;

    private final CallSimulation run;
    private final int index;
    private final Random random;
    private final List<Begun> inFlight = new ArrayList<>();

    /** With a log: what is decided and not durable. */
    private final ArrayDeque<Logged> undurable = new ArrayDeque<>();

    /** Results whose places are free and which the desk does not know yet; only of a fault. */
    private final List<TransactionResult<Object>> untold = new ArrayList<>();

    final MapRetention retention;
    final CallDesk desk;

    /** How often each call has taken effect, as a checkpoint would hold it. */
    final Map<CallKey, Integer> effects = new HashMap<>();

    boolean recovered;
    boolean quiescing;

    /** Whether a call has begun since the barrier has waited; the barrier has passed by then. */
    private boolean admittedMeanwhile;

    /** A call whose transaction is under way. */
    private record Begun(CallKey key, long digest) {}

    /** A record of the log. */
    record Logged(TransactionResult<Object> result, long digest) {
        CallKey key() {
            return CallKey.of(result.entrance(), result.key());
        }
    }

    SimulatedCoordinator(CallSimulation run, int index, Random random) {
        this.run = run;
        this.index = index;
        this.random = random;
        this.retention = new MapRetention(run.fault);
        CallQueue queue = new CallQueue(1_000, () -> {});
        this.desk =
                new CallDesk(
                        run.plan,
                        index,
                        run.owners,
                        this,
                        retention,
                        run.logged ? CallDesk.Durable.AT_ONCE : CallDesk.Durable.WITH_CHECKPOINT,
                        new CallMetrics(new UnregisteredMetricsGroup(), queue::size),
                        queue);
    }

    int inFlight() {
        return inFlight.size() + undurable.size();
    }

    boolean hasAdmittedMeanwhile() {
        return admittedMeanwhile;
    }

    // ------------------------------------------------------------------ admission

    @Override
    public boolean isRecovered() {
        return recovered || run.fault == CallFault.BEGINS_BEFORE_RECOVERY;
    }

    @Override
    public boolean makeRoom() {
        boolean paused = quiescing && run.fault != CallFault.ADMITS_IN_QUIESCENCE;
        return !paused && inFlight() < PLACES;
    }

    @Override
    public void begin(int procedure, Object request, String key, long high, long low) {
        Procedure called = run.plan.procedures().get(procedure);
        inFlight.add(new Begun(CallKey.of(called.name(), key), low));
        admittedMeanwhile |= quiescing;
    }

    @Override
    public void begun() {}

    @Override
    public void ended() {}

    @Override
    public void observe(long timestamp) {}

    // ------------------------------------------------------------------ transactions

    /** Some transaction is decided. */
    void decide() throws Exception {
        if (inFlight.isEmpty()) {
            return;
        }
        Begun decided = inFlight.remove(random.nextInt(inFlight.size()));
        Logged outcome = new Logged(result(decided.key()), decided.digest());
        if (!run.logged) {
            over(outcome);
        } else if (run.fault == CallFault.ANSWERS_BEFORE_DURABLE) {
            undurable.add(outcome);
            tell(outcome.result());
        } else {
            undurable.add(outcome);
        }
    }

    private TransactionResult<Object> result(CallKey key) {
        boolean commits = random.nextBoolean();
        long timestamp = run.nextTimestamp();
        return new TransactionResult<>(
                new TransactionId(timestamp),
                key.procedure(),
                key.transactionKey(),
                new ExecutionTimestamp(timestamp),
                commits ? Outcome.COMMITTED : Outcome.ABORTED,
                1,
                commits
                        ? List.of()
                        : List.of(new AbortReason(AbortReason.Kind.USER, "s", "k", "no", "")),
                List.of(),
                List.of());
    }

    /** The log becomes durable as far as the next record. */
    void flush() throws Exception {
        Logged durable = undurable.poll();
        if (durable != null) {
            run.logs.get(index).add(durable);
            if (run.fault == CallFault.ANSWERS_BEFORE_DURABLE) {
                take(durable);
            } else {
                over(durable);
            }
        }
    }

    private void over(Logged outcome) throws Exception {
        take(outcome);
        if (run.fault == CallFault.FREES_BEFORE_STORING) {
            untold.add(outcome.result());
        } else {
            tell(outcome.result());
        }
    }

    /** The writes of a transaction are installed, as well as its results are sent on. */
    void take(Logged outcome) {
        if (outcome.result().outcome() == Outcome.COMMITTED) {
            effects.merge(outcome.key(), 1, Integer::sum);
        }
    }

    private void tell(TransactionResult<Object> result) throws Exception {
        desk.ended(List.of(result));
    }

    /** The desk hears of what it should have heard of before. */
    void tellLate() throws Exception {
        for (TransactionResult<Object> result : List.copyOf(untold)) {
            untold.remove(result);
            tell(result);
        }
    }
}
