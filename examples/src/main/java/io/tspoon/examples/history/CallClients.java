/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.query.client.CallResult;
import io.tspoon.query.client.GraphCall;
import io.tspoon.query.client.GraphCaller;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryFailureReason;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.QuerySession;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that have transactions executed by calls, whose keys are those of the transactions. Each
 * call comes after what its thread has seen, and is repeated until it is answered. Some are sent
 * twice at the same time, and some once more later: all answers have to be the same.
 */
final class CallClients implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final int TWICE_EVERY = 4;
    private static final int AGAIN_EVERY = 4;

    /** What passes while a job starts, or starts again. */
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

    private final HistorySettings settings;
    private final RequestGenerator generator;
    private final Recorder recorder;
    private final GraphCaller graph;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong next = new AtomicLong();
    private volatile boolean stopped;

    /**
     * @param recorder is told of each answer
     * @param endpoint query endpoint of the job
     */
    CallClients(HistorySettings settings, Recorder recorder, URI endpoint) {
        this.settings = settings;
        this.generator = settings.generator();
        this.recorder = recorder;
        this.graph = QueryClient.to(endpoint).build().caller(HistoryGraph.NAME);
        for (int client = 0; client < CLIENTS; client++) {
            SplittableRandom random = new SplittableRandom(settings.seed() + client);
            Thread thread = new Thread(() -> run(random), "calls-" + client);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    private void run(SplittableRandom random) {
        GraphCaller caller = graph.with(QuerySession.start());
        List<Request> sent = new ArrayList<>();
        List<Completion> answers = new ArrayList<>();
        try {
            long number = next.getAndIncrement();
            while (!stopped && number < settings.calls()) {
                Request request = generator.map(settings.transactions() + number);
                long invokedAt = System.nanoTime();
                boolean twice = random.nextInt(TWICE_EVERY) == 0;
                Completion answer = twice ? callTwice(caller, request) : call(caller, request);
                long completedAt = System.nanoTime();
                sent.add(request);
                answers.add(answer);
                if (random.nextInt(AGAIN_EVERY) == 0) {
                    int earlier = random.nextInt(sent.size());
                    checkSame(answers.get(earlier), call(caller, sent.get(earlier)));
                }
                recorder.addAnswer(answer.at(invokedAt, completedAt)); // the job may end then
                number = next.getAndIncrement();
            }
        } catch (IllegalStateException e) {
            recorder.giveUp(e);
        }
    }

    private Completion callTwice(GraphCaller caller, Request request) {
        CompletableFuture<QueryResult<CallResult<Observation>>> other =
                prepare(caller, request).sendAsync();
        Completion answer = call(caller, request);
        if (other.join() instanceof QueryResult.Answer<CallResult<Observation>> told) {
            checkSame(answer, completion(request, told.value()));
        }
        return answer;
    }

    /** Repeats a call until it is answered. */
    private Completion call(GraphCaller caller, Request request) {
        GraphCall<Observation> call = prepare(caller, request);
        QueryResult<CallResult<Observation>> result = call.send();
        while (result instanceof QueryResult.Failure<CallResult<Observation>> failure) {
            if (stopped || !PASSING.contains(failure.reason())) {
                throw new IllegalStateException("Cannot call: " + failure.message());
            }
            result = call.send();
        }
        return completion(request, result.orElseThrow());
    }

    private GraphCall<Observation> prepare(GraphCaller caller, Request request) {
        GraphCall<Observation> call =
                caller.call(HistoryGraph.EXECUTE, request).key(request.transactionKey());
        return settings.answersAreRevoked() ? call.awaitDurable() : call;
    }

    private static Completion completion(Request request, CallResult<Observation> result) {
        return new Completion(
                request.number(),
                result.id().value(),
                result.timestamp().value(),
                result.isCommitted(),
                result.attempts(),
                0,
                0,
                result.emitted());
    }

    private static void checkSame(Completion first, Completion other) {
        if (!other.equals(first)) {
            throw new IllegalStateException(
                    "Cannot tell the history: two answers to a call differ, first="
                            + first
                            + ", other="
                            + other
                            + ". This is a bug.");
        }
    }

    /** Sends no further calls, and waits for those under way. */
    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
