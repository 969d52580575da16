/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.Call;
import io.tspoon.call.CallException.Reason;
import io.tspoon.call.CallKey;
import io.tspoon.call.CallOutcome;
import io.tspoon.call.CallTaker;
import io.tspoon.call.Procedure;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Takes the calls of a coordinator. A call that is known is answered with its first outcome; any
 * other one waits for a place and becomes a transaction. Its outcome is retained before its place
 * becomes free, so a checkpoint, which waits until nothing is in flight, has the outcome together
 * with what the call has written.
 *
 * <p>Threads: the methods of {@link CallTaker} are for any thread, all others for the mailbox
 * thread.
 */
@Internal
public final class CallDesk implements CallTaker {
    /** How far ahead of this coordinator's clock a timestamp may be that a caller has seen. */
    private static final long MAX_AHEAD_MS = 60_000;

    private final int coordinator;
    private final List<Procedure> procedures;
    private final CallSettings settings;
    private final CallOwners owners;
    private final CallAdmission admission;
    private final Retention retained;
    private final Durable durable;
    private final CallMetrics metrics;
    private final CallQueue queue;
    private final CallRefusals refusals;
    private final LoggedCalls logged;

    /** Calls that wait for a place or are in flight. */
    private final Map<CallKey, PendingCall> pending = new HashMap<>();

    /** Those of them that wait for a place, in the order in which they have come. */
    private final ArrayDeque<PendingCall> waiting = new ArrayDeque<>();

    private final UndurableCalls undurable = new UndurableCalls();

    /** The snapshot after which no call may begin, because it stops the job; 0 if there is none. */
    private long last;

    /** When the outcomes of calls become durable. */
    enum Durable {
        /** Before anybody learns of them, because they are logged. */
        AT_ONCE,
        /** With the next checkpoint. */
        WITH_CHECKPOINT,
        /** Never, because there are no checkpoints. */
        NEVER
    }

    CallDesk(
            OpenPlan<?> plan,
            int coordinator,
            CallOwners owners,
            CallAdmission admission,
            Retention retained,
            Durable durable,
            CallMetrics metrics,
            CallQueue queue) {
        this.coordinator = coordinator;
        this.procedures = plan.procedures();
        this.settings = plan.settings().calls();
        this.owners = owners;
        this.admission = admission;
        this.retained = retained;
        this.durable = durable;
        this.metrics = metrics;
        this.queue = queue;
        this.refusals = new CallRefusals(plan.settings().graph());
        this.logged = new ReplayedCalls(this);
    }

    /**
     * Opens the desk of a coordinator.
     *
     * @param admission begins the transactions
     * @param wakeUp has the mailbox thread {@link #serve}; for any thread
     */
    @SuppressWarnings("unchecked") // of what the t-graph emits
    public static CallDesk open(
            OpenPlan<?> plan, CallAdmission admission, CallServices services, Runnable wakeUp)
            throws Exception {
        TaskInfo task = services.task();
        CallSettings settings = plan.settings().calls();
        CallOwners owners =
                new CallOwners(
                        task.getNumberOfParallelSubtasks(), task.getMaxNumberOfParallelSubtasks());
        RetainedCalls retained =
                new RetainedCalls(
                        owners,
                        settings.retentionMs(),
                        (TypeSerializer<Object>) TriggerPlan.leaving(plan.elementSerializer()),
                        services.operator());
        CallQueue queue = new CallQueue(settings.maxWaiting(), wakeUp);
        Durable durable =
                plan.settings().regime().isLogged()
                        ? Durable.AT_ONCE
                        : services.takesCheckpoints() ? Durable.WITH_CHECKPOINT : Durable.NEVER;
        return new CallDesk(
                plan,
                task.getIndexOfThisSubtask(),
                owners,
                admission,
                retained,
                durable,
                new CallMetrics(services.operator().getMetricGroup(), queue::size),
                queue);
    }

    // ------------------------------------------------------------------ any thread

    @Override
    public List<Procedure> procedures() {
        return procedures;
    }

    @Override
    public Duration retention() {
        return Duration.ofMillis(settings.retentionMs());
    }

    @Override
    public boolean becomesDurable() {
        return durable != Durable.NEVER;
    }

    @Override
    public int parallelism() {
        return owners.parallelism();
    }

    @Override
    public int owner(CallKey key) {
        return owners.owner(key);
    }

    @Override
    public CompletableFuture<CallOutcome> call(Call call) {
        CompletableFuture<CallOutcome> future = new CompletableFuture<>();
        Reason reason =
                owner(call.key()) != coordinator
                        ? Reason.NOT_OWNER
                        : isTooFarAhead(call.after()) ? Reason.TOO_FAR_AHEAD : null;
        if (reason != null) {
            future.completeExceptionally(refusals.of(reason, call.key()));
        } else {
            queue.add(new Take(call, future));
        }
        return future;
    }

    private static boolean isTooFarAhead(long after) {
        return after > Timestamps.ofEpochMs(System.currentTimeMillis() + MAX_AHEAD_MS);
    }

    @Override
    public CompletableFuture<@Nullable KnownCall> find(CallKey key) {
        CompletableFuture<@Nullable KnownCall> future = new CompletableFuture<>();
        if (owner(key) == coordinator) {
            queue.add(new Find(key, future));
        } else {
            future.completeExceptionally(refusals.of(Reason.NOT_OWNER, key));
        }
        return future;
    }

    /** A request for the outcome of a call, which is executed if it is not known. */
    private final class Take implements CallQueue.Request {
        private final Call call;
        private final CompletableFuture<CallOutcome> future;

        Take(Call call, CompletableFuture<CallOutcome> future) {
            this.call = call;
            this.future = future;
        }

        @Override
        public void refuse(Reason reason) {
            metrics.refusedCalls.inc();
            future.completeExceptionally(refusals.of(reason, call.key()));
        }
    }

    /** A request for what is known of a call. */
    private final class Find implements CallQueue.Request {
        private final CallKey key;
        private final CompletableFuture<@Nullable KnownCall> future;

        Find(CallKey key, CompletableFuture<@Nullable KnownCall> future) {
            this.key = key;
            this.future = future;
        }

        @Override
        public void refuse(Reason reason) {
            future.completeExceptionally(refusals.of(reason, key));
        }
    }

    // ------------------------------------------------------------------ requests

    /** Deals with what has come, and begins as many calls as have places. Does not wait. */
    public void serve() throws Exception {
        if (!admission.isRecovered()) {
            return;
        }
        queue.beginPolling();
        CallQueue.Request request = queue.poll();
        while (request != null) {
            if (request instanceof Take take) {
                take(take);
            } else if (request instanceof Find find) {
                find.future.complete(known(find.key));
                queue.done();
            }
            request = queue.poll();
        }
        beginWaiting();
        metrics.retained(retained.size());
    }

    private void take(Take taken) throws Exception {
        CallKey key = taken.call.key();
        PendingCall same = pending.get(key);
        Retention.Retained ended = same == null ? retained.find(key) : null;
        if (same != null) {
            queue.done();
            if (isRepeated(taken, same.call().digestHigh(), same.call().digestLow())) {
                same.attach(taken.future, taken.call.awaitsDurable());
            }
        } else if (ended != null) {
            queue.done();
            if (isRepeated(taken, ended.digestHigh(), ended.digestLow())) {
                repeat(ended, taken);
            }
        } else if (isFull()) {
            queue.done();
            taken.refuse(Reason.OVERLOADED);
        } else { // it counts as waiting until it begins
            PendingCall added = new PendingCall(taken.call, taken.future, System.nanoTime());
            pending.put(key, added);
            waiting.add(added);
        }
    }

    /** Whether the request is that of the known call; else refuses it. */
    private boolean isRepeated(Take taken, long digestHigh, long digestLow) {
        Call call = taken.call;
        if (digestHigh != call.digestHigh() || digestLow != call.digestLow()) {
            taken.refuse(Reason.KEY_REUSED);
            return false;
        }
        metrics.repeatedCalls.inc();
        return true;
    }

    private void repeat(Retention.Retained ended, Take taken) {
        PendingCall undurableCall = undurable.find(taken.call.key());
        if (undurableCall != null && taken.call.awaitsDurable()) {
            undurableCall.attach(taken.future, true);
        } else {
            taken.future.complete(
                    new CallOutcome(ended.result(), isDurable(taken.call.key()), true));
        }
    }

    /** Whether as many outcomes are retained, or will be, as may be. */
    private boolean isFull() {
        long held = Math.max(retained.size(), undurable.size());
        return held + pending.size() >= settings.maxRetained();
    }

    private boolean isDurable(CallKey key) {
        return switch (durable) {
            case AT_ONCE -> true;
            case WITH_CHECKPOINT -> undurable.find(key) == null;
            case NEVER -> false;
        };
    }

    private @Nullable KnownCall known(CallKey key) throws Exception {
        if (pending.containsKey(key)) {
            return new KnownCall(null);
        }
        Retention.Retained ended = retained.find(key);
        return ended == null
                ? null
                : new KnownCall(new CallOutcome(ended.result(), isDurable(key), true));
    }

    private void beginWaiting() throws Exception {
        int before = waiting.size();
        while (!waiting.isEmpty() && last == 0 && admission.makeRoom()) {
            PendingCall next = waiting.remove();
            queue.done();
            Call call = next.call();
            admission.observe(call.after());
            admission.begin(
                    procedureOf(call.key()),
                    call.request(),
                    call.key().transactionKey(),
                    call.digestHigh(),
                    call.digestLow());
        }
        if (waiting.size() < before) {
            admission.begun();
        }
    }

    private int procedureOf(CallKey key) {
        for (int i = 0; i < procedures.size(); i++) {
            if (procedures.get(i).name().equals(key.procedure())) {
                return i;
            }
        }
        throw new IllegalStateException(
                "[TSP-2127] Cannot execute call: the t-graph has no such procedure, procedure="
                        + key.procedure());
    }

    // ------------------------------------------------------------------ outcomes

    /** Transactions of calls are over; their places become free after this. */
    public void ended(List<? extends TransactionResult<?>> results) throws Exception {
        for (TransactionResult<?> result : results) {
            ended(result);
        }
    }

    private void ended(TransactionResult<?> result) throws Exception {
        CallKey key = CallKey.of(result.entrance(), result.key());
        PendingCall call = pending.remove(key);
        if (call == null) {
            throw new IllegalStateException(
                    "[TSP-2128] Cannot end call: it is not under way, procedure="
                            + key.procedure()
                            + ", transaction="
                            + result.id());
        }
        Retention.Retained ended =
                new Retention.Retained(call.call().digestHigh(), call.call().digestLow(), result);
        retained.add(key, ended);
        admission.ended();
        count(result, System.nanoTime() - call.begunNanos());
        call.tell(ended, durable == Durable.AT_ONCE);
        if (durable == Durable.WITH_CHECKPOINT) {
            undurable.add(key, ended, call);
        }
    }

    private void count(TransactionResult<?> result, long nanos) {
        metrics.calls.inc();
        metrics.latencyNanos.update(nanos);
        if (result.outcome() == Outcome.ABORTED) {
            metrics.abortedCalls.inc();
            if (result.reasons().stream()
                    .anyMatch(reason -> reason.kind() == AbortReason.Kind.FAILURE)) {
                metrics.failedCalls.inc();
            }
        }
    }

    // ------------------------------------------------------------------ recovery

    /** Gets the calls that a log holds. */
    public LoggedCalls logged() {
        return logged;
    }

    /** Whether this coordinator owns the call of a logged transaction. */
    boolean owns(CallKey key) {
        return owner(key) == coordinator;
    }

    /** A log has the outcome of a call that this coordinator owns. */
    void replayed(CallKey key, Retention.Retained ended) throws Exception {
        retained.put(key, ended);
    }

    // ------------------------------------------------------------------ checkpoints

    /**
     * A snapshot holds all outcomes so far.
     *
     * @param stopsJob whether the job stops with it. Until it fails no call begins: its effect
     *     would not be in the snapshot from which the job goes on
     */
    public void snapshot(long checkpoint, boolean stopsJob) {
        undurable.snapshot(checkpoint);
        last = stopsJob ? checkpoint : last;
    }

    public void completed(long checkpoint) {
        undurable.completed(checkpoint);
    }

    public void aborted(long checkpoint) {
        undurable.aborted(checkpoint);
        last = last == checkpoint ? 0 : last;
    }

    // ------------------------------------------------------------------ end

    /** No call begins any more. */
    public void end() {
        queue.shut(Reason.ENDED);
        for (PendingCall call : waiting) {
            pending.remove(call.call().key());
            call.fail(refusals.of(Reason.ENDED, call.call().key()));
            queue.done();
        }
        waiting.clear();
    }

    /** The coordinator stops: nobody learns any more what becomes of calls. */
    public void close() {
        if (last != 0) {
            end(); // what waits was certainly not executed
        }
        queue.shut(Reason.STOPPED);
        pending.forEach((key, call) -> call.fail(refusals.of(Reason.STOPPED, key)));
        pending.clear();
        waiting.clear();
        undurable.fail(key -> refusals.of(Reason.STOPPED, key));
    }
}
