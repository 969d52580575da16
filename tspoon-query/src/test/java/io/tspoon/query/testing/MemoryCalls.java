/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.call.Call;
import io.tspoon.call.CallException;
import io.tspoon.call.CallKey;
import io.tspoon.call.CallOutcome;
import io.tspoon.call.CallTaker;
import io.tspoon.call.Procedure;
import io.tspoon.read.Backlog;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Coordinators without a job, which execute calls at once and in one process: transfers between
 * accounts that must not become negative.
 */
public final class MemoryCalls {
    /** What is to be transferred. */
    public record Transfer(String from, String to, int amount) {
        List<String> problems() {
            return from.equals(to) ? List.of("from and to are the same account") : List.of();
        }
    }

    /** What has been transferred. */
    public record Receipt(String account, long balance) {}

    /** Name of the t-graph. */
    public static final String GRAPH = "bank";

    private static final Procedure TRANSFER =
            new Procedure(
                    "transfer",
                    TypeInformation.of(Transfer.class),
                    TypeInformation.of(Receipt.class),
                    request -> ((Transfer) request).problems());
    private static final Procedure LENGTH =
            new Procedure("length", Types.STRING, Types.INT, request -> List.of());

    private final Map<String, Long> balances = new TreeMap<>(Map.of("alice", 100L, "bob", 0L));
    private final MemoryWrites writes = new MemoryWrites(balances);
    private final AtomicLong clock = new AtomicLong();
    private final List<Coordinator> coordinators = new ArrayList<>();
    private int executed;
    private volatile boolean writable = true;

    /** Creates as many coordinators. */
    public static MemoryCalls of(int parallelism) {
        MemoryCalls calls = new MemoryCalls();
        for (int i = 0; i < parallelism; i++) {
            calls.coordinators.add(calls.new Coordinator(i, parallelism));
        }
        return calls;
    }

    /** Lets nobody write states. */
    public void refuseWrites() {
        writable = false;
    }

    /** Who owns an account, as text; null if nobody does. */
    public synchronized String owner(String account) {
        Object owner = writes.value(1, account);
        return owner == null ? null : owner.toString();
    }

    /** Whose a seat is; null if nobody's. */
    public synchronized Object seat(int row, String letter) {
        return writes.value(2, new MemoryWrites.Seat(row, letter));
    }

    /** Whether an account has a balance. */
    public synchronized boolean exists(String account) {
        return balances.containsKey(account);
    }

    public Coordinator coordinator(int index) {
        return coordinators.get(index);
    }

    /** How many calls were executed. */
    public synchronized int executed() {
        return executed;
    }

    public synchronized long balance(String account) {
        return balances.get(account);
    }

    private synchronized TransactionResult<?> execute(Call call) {
        executed++;
        if (call.request() instanceof Row changes) {
            List<AbortReason> reasons = writes.write(changes);
            return result(
                    call,
                    reasons.isEmpty() ? Outcome.COMMITTED : Outcome.ABORTED,
                    reasons,
                    List.of());
        }
        if (call.request() instanceof String text) {
            return result(call, Outcome.COMMITTED, List.of(), List.of(text.length()));
        }
        Transfer transfer = (Transfer) call.request();
        if (transfer.to().equals("nobody")) {
            return aborted(call, AbortReason.Kind.FAILURE, "IllegalStateException");
        }
        long left = balances.get(transfer.from()) - transfer.amount();
        if (left < 0) {
            return aborted(call, AbortReason.Kind.CONSTRAINT, "balance is not negative");
        }
        balances.put(transfer.from(), left);
        long now = balances.merge(transfer.to(), (long) transfer.amount(), Long::sum);
        return result(
                call,
                Outcome.COMMITTED,
                List.of(),
                List.of(new Receipt(transfer.from(), left), new Receipt(transfer.to(), now)));
    }

    private TransactionResult<?> aborted(Call call, AbortReason.Kind kind, String rule) {
        return result(
                call,
                Outcome.ABORTED,
                List.of(new AbortReason(kind, "balance", "", rule, "")),
                List.of());
    }

    private <T> TransactionResult<T> result(
            Call call, Outcome outcome, List<AbortReason> reasons, List<T> emitted) {
        long timestamp = clock.updateAndGet(now -> Math.max(now, call.after()) + 1);
        return new TransactionResult<>(
                new TransactionId(timestamp),
                call.key().procedure(),
                call.key().transactionKey(),
                new ExecutionTimestamp(timestamp),
                outcome,
                1,
                reasons,
                List.of(),
                emitted);
    }

    /** One of the coordinators. */
    public final class Coordinator implements ReadableCoordinator, CallTaker {
        private final int index;
        private final int parallelism;
        private final Map<CallKey, Known> known = new HashMap<>();
        private boolean held;
        private volatile boolean durable = true;
        private CallException refusal;

        private record Known(Call call, List<CompletableFuture<CallOutcome>> waiting) {}

        private final Map<CallKey, TransactionResult<?>> results = new HashMap<>();

        private Coordinator(int index, int parallelism) {
            this.index = index;
            this.parallelism = parallelism;
        }

        /** Lets further calls wait, or executes those that do. */
        public synchronized void hold(boolean now) {
            held = now;
            if (!held) {
                known.forEach((key, one) -> end(key, one));
            }
        }

        /** Lets outcomes never become durable. */
        public void neverDurable() {
            durable = false;
        }

        /** Refuses further calls; null to take them. */
        public synchronized void refuse(CallException failure) {
            refusal = failure;
        }

        /** Whether a call with this key has come here. */
        public synchronized boolean hasTaken(String key) {
            return known.keySet().stream().anyMatch(one -> one.key().equals(key));
        }

        /** How many wait for outcomes and have not given up. */
        public synchronized int waiting() {
            return known.values().stream()
                    .mapToInt(one -> (int) one.waiting().stream().filter(f -> !f.isDone()).count())
                    .sum();
        }

        private void end(CallKey key, Known one) {
            TransactionResult<?> result = results.computeIfAbsent(key, k -> execute(one.call()));
            one.waiting().forEach(f -> f.complete(new CallOutcome(result, false, false)));
            one.waiting().clear();
        }

        @Override
        public String graph() {
            return GRAPH;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public CoordinatorStatus status() {
            return new CoordinatorStatus(
                    0, 0, 0, 0, Double.NaN, Double.NaN, 0, Backlog.NONE, "", List.of(), List.of());
        }

        @Override
        public CallTaker calls() {
            return this;
        }

        @Override
        public List<Procedure> procedures() {
            return writable
                    ? List.of(TRANSFER, LENGTH, MemoryWrites.TRANSACT)
                    : List.of(TRANSFER, LENGTH);
        }

        @Override
        public Duration retention() {
            return Duration.ofHours(1);
        }

        @Override
        public boolean becomesDurable() {
            return durable;
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public int owner(CallKey key) {
            return Math.floorMod(key.transactionKey().hashCode(), parallelism);
        }

        @Override
        public synchronized CompletableFuture<CallOutcome> call(Call call) {
            if (refusal != null) {
                return CompletableFuture.failedFuture(refusal);
            }
            if (owner(call.key()) != index) {
                return CompletableFuture.failedFuture(
                        new CallException(
                                CallException.Reason.NOT_OWNER, "[TSP-2124] It is another's."));
            }
            Known before = known.get(call.key());
            if (before != null
                    && (before.call().digestHigh() != call.digestHigh()
                            || before.call().digestLow() != call.digestLow())) {
                return CompletableFuture.failedFuture(
                        new CallException(
                                CallException.Reason.KEY_REUSED, "[TSP-2121] Take another."));
            }
            TransactionResult<?> result = results.get(call.key());
            if (result != null) {
                return CompletableFuture.completedFuture(
                        new CallOutcome(result, call.awaitsDurable(), true));
            }
            Known now = before == null ? new Known(call, new ArrayList<>()) : before;
            known.put(call.key(), now);
            CompletableFuture<CallOutcome> outcome = new CompletableFuture<>();
            now.waiting().add(outcome);
            if (!held) {
                TransactionResult<?> own = execute(call);
                results.put(call.key(), own);
                now.waiting()
                        .forEach(
                                f -> f.complete(new CallOutcome(own, call.awaitsDurable(), false)));
                now.waiting().clear();
            }
            return outcome;
        }

        @Override
        public synchronized CompletableFuture<KnownCall> find(CallKey key) {
            TransactionResult<?> result = results.get(key);
            return CompletableFuture.completedFuture(
                    result != null
                            ? new KnownCall(new CallOutcome(result, false, true))
                            : known.containsKey(key) ? new KnownCall(null) : null);
        }
    }
}
