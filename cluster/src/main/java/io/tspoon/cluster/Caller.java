/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.job.SettleJob;
import io.tspoon.examples.trial.CallAnswer;
import io.tspoon.examples.trial.Transfer;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.query.client.CallResult;
import io.tspoon.query.client.GraphCall;
import io.tspoon.query.client.GraphCaller;
import io.tspoon.query.client.QueryFailureReason;
import io.tspoon.query.client.QueryResult;
import io.tspoon.transaction.ExecutionTimestamp;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

/**
 * Has one transfer after the other executed, each after the one before. Now and then it sends a
 * call twice at the same time, or once more after it was answered. One thread; what it has seen may
 * be read when that has ended.
 */
final class Caller {
    /** What a client may be told while a job or its processes come and go. */
    private static final Set<QueryFailureReason> PASSING =
            EnumSet.of(
                    QueryFailureReason.UNKNOWN_JOB,
                    QueryFailureReason.UNKNOWN_GRAPH,
                    QueryFailureReason.NOT_READY,
                    QueryFailureReason.ENDED,
                    QueryFailureReason.MOVED,
                    QueryFailureReason.TIMEOUT,
                    QueryFailureReason.OVERLOADED,
                    QueryFailureReason.UNREACHABLE);

    private static final int MOST_UNEXPECTED = 10;
    private static final int TWICE_EVERY = 8;
    private static final int AGAIN_EVERY = 4;
    private static final int AGAIN_IN_THE_END = 300;
    private static final long PAUSE_MS = 20;

    private final GraphCaller graph;
    private final Transfers transfers;
    private final long first;
    private final boolean durably;
    private final SplittableRandom random;
    private final List<CallAnswer> answers = new ArrayList<>();
    private final List<String> unexpected = new ArrayList<>();
    private final Map<QueryFailureReason, Integer> failures =
            new EnumMap<>(QueryFailureReason.class);

    private long sent;
    private long repeated;
    private long latest;

    /**
     * @param first number of the first transfer
     */
    Caller(GraphCaller graph, Transfers transfers, long first, boolean durably) {
        this.graph = graph;
        this.transfers = transfers;
        this.first = first;
        this.durably = durably;
        random = new SplittableRandom(first);
    }

    /**
     * Calls until somebody says so, and then once more for some of the earlier calls.
     *
     * @return how many transfers were called
     */
    long callUntil(AtomicBoolean stopped) throws InterruptedException {
        while (!stopped.get() && unexpected.size() < MOST_UNEXPECTED) {
            long number = first + sent++;
            GraphCall<Long> call = call(number).after(new ExecutionTimestamp(latest));
            CompletableFuture<QueryResult<CallResult<Long>>> other =
                    random.nextInt(TWICE_EVERY) == 0 ? call.sendAsync() : null;
            CallAnswer answer = answered(number, call, latest);
            if (other != null
                    && other.join() instanceof QueryResult.Answer<CallResult<Long>> told) {
                add(number, told.value(), latest);
            }
            if (answer != null) {
                latest = Math.max(latest, answer.timestamp());
            }
            if (random.nextInt(AGAIN_EVERY) == 0) {
                askAgain();
            }
            Thread.sleep(PAUSE_MS);
        }
        for (int i = 0; i < AGAIN_IN_THE_END && unexpected.size() < MOST_UNEXPECTED; i++) {
            askAgain();
        }
        return sent;
    }

    private void askAgain() throws InterruptedException {
        long number = first + random.nextLong(sent);
        answered(number, call(number), 0);
    }

    private GraphCall<Long> call(long number) {
        Transfer transfer = transfers.numbered(number);
        GraphCall<Long> call =
                graph.call(SettleJob.TRANSFER, transfer).key(transfer.transactionKey());
        return durably ? call.awaitDurable() : call;
    }

    /** Repeats a call until it is answered. */
    private @Nullable CallAnswer answered(long number, GraphCall<Long> call, long after)
            throws InterruptedException {
        long deadline = System.nanoTime() + Await.PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            QueryResult<CallResult<Long>> result = call.send();
            if (result instanceof QueryResult.Answer<CallResult<Long>> answer) {
                return add(number, answer.value(), after);
            }
            QueryResult.Failure<CallResult<Long>> failure =
                    (QueryResult.Failure<CallResult<Long>>) result;
            failures.merge(failure.reason(), 1, Integer::sum);
            if (!PASSING.contains(failure.reason())) {
                unexpected.add(number + ": " + failure);
                return null;
            }
            Thread.sleep(PAUSE_MS);
        }
        return null;
    }

    private CallAnswer add(long number, CallResult<Long> result, long after) {
        CallAnswer answer =
                new CallAnswer(
                        number,
                        after,
                        result.id().value(),
                        result.timestamp().value(),
                        result.isCommitted(),
                        result.emitted());
        answers.add(answer);
        repeated += result.repeated() ? 1 : 0;
        if (!result.durable()) {
            unexpected.add(number + ": answered, but not durable: " + result);
        }
        return answer;
    }

    List<Long> sent() {
        return LongStream.range(first, first + sent).boxed().toList();
    }

    List<CallAnswer> answers() {
        return answers;
    }

    List<String> unexpected() {
        return unexpected;
    }

    /** How often a call had no answer, by reason. */
    Map<QueryFailureReason, Integer> failures() {
        return failures;
    }

    /** How many answers told the outcome of an earlier request. */
    long repeated() {
        return repeated;
    }
}
