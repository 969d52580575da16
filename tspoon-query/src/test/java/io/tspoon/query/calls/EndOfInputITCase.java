/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Tap;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** A bounded input ends though calls come, one of which is in flight at any time. */
class EndOfInputITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long PATIENCE_SECONDS = 60;
    private static final ConcurrentMap<Long, Held> HELD = new ConcurrentHashMap<>();

    private static final StateSpec<Long, Long> SEEN = counts("seen");

    /** Two states in operators of their own, so that a call goes on while another one is held. */
    private static final StateSpec<Long, Long> EVEN = counts("even");

    private static final StateSpec<Long, Long> ODD = counts("odd");

    private static final ProcedureSpec<Question, Long> ASK_EVEN =
            ProcedureSpec.named("ask-even", Question.class, Long.class);
    private static final ProcedureSpec<Question, Long> ASK_ODD =
            ProcedureSpec.named("ask-odd", Question.class, Long.class);

    private final String test = UUID.randomUUID().toString();

    /** A request. */
    public record Question(long number) {}

    /** The function of a call, which has come so far, and waits until it may go on. */
    private static final class Held {
        final CompletableFuture<Void> reached = new CompletableFuture<>();
        final CompletableFuture<Void> end = new CompletableFuture<>();
    }

    private static StateSpec<Long, Long> counts(String name) {
        return StateSpec.named(name, Long.class, Long.class).initialValue(0L);
    }

    @Test
    void inputWithTimersEndsThoughCallsKeepComing() throws Exception {
        int port = Ports.free();
        JobClient job = start(port);
        Http http = new Http("http://127.0.0.1:" + port);
        boolean isOver = false;
        try {
            Await.until("a t-graph that is ready", () -> isReady(http));
            Held before = hold(http, 0);
            before.reached.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            GatedNumbers.open(test);

            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            long number = 1;
            while (before != null) {
                assertThat(System.nanoTime()).as("calls keep it from ending").isLessThan(deadline);
                Held next = hold(http, number++);
                boolean hasEnded = isEnded(next);
                before.end.complete(null);
                before = hasEnded ? null : next;
            }
            job.getJobExecutionResult().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            isOver = true;
        } finally {
            HELD.values().forEach(held -> held.end.complete(null));
            if (!isOver) {
                EmbeddedFlink.cancel(job);
            }
        }
    }

    /** Calls. It is refused when the input has ended. */
    private static Held hold(Http http, long number) {
        Held held = new Held();
        HELD.put(number, held);
        Thread caller =
                new Thread(
                        () -> {
                            try {
                                Http.Answer answer = call(http, number);
                                assertThat(answer.status()).as("%s", answer).isIn(200, 503);
                                if (answer.status() == 503) {
                                    held.reached.completeExceptionally(
                                            new IllegalStateException(answer.reason()));
                                }
                            } catch (Exception | AssertionError e) {
                                held.reached.completeExceptionally(e);
                            }
                        },
                        "caller");
        caller.setDaemon(true);
        caller.start();
        return held;
    }

    private static boolean isEnded(Held held) throws Exception {
        try {
            held.reached.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return false;
        } catch (ExecutionException e) {
            assertThat(e).hasRootCauseMessage("ENDED");
            return true;
        }
    }

    private static Http.Answer call(Http http, long number) throws Exception {
        String procedure = (number % 2 == 0 ? ASK_EVEN : ASK_ODD).name();
        return http.send(
                http.request("/v1/graphs/held/calls/" + procedure)
                        .header("Idempotency-Key", Long.toString(number))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"number\":" + number + "}")));
    }

    private static boolean isReady(Http http) throws Exception {
        try {
            return http.get("/v1/graphs/held").json().path("health").asText().equals("READY")
                    && http.get("/v1/graphs/held/calls/ask-odd/none")
                            .reason()
                            .equals("UNKNOWN_CALL");
        } catch (IOException e) {
            return false; // there is no server yet
        }
    }

    private JobClient start(int port) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.query.timeout", "50 s");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, Backend.HEAP, options);
        TransactionalGraph graph = TransactionalGraph.named("held").queryable();
        TransactionalStream<Long> streamed =
                graph.openTransaction(
                                "numbers",
                                environment.fromSource(
                                        new GatedNumbers(0, 4, new GatedNumbers.Gate(test, 2, 4)),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers"),
                                number -> Long.toString(number))
                        .keyBy(number -> number)
                        .apply(
                                SEEN,
                                (value, number, transaction) -> {
                                    transaction.timers().at(Instant.ofEpochMilli(number), number);
                                    transaction.emit(number);
                                },
                                Long.class)
                        .onTimer(
                                SEEN,
                                Long.class,
                                (value, number, transaction) -> transaction.emit(-number));
        TransactionalStream<Long> even = asked(graph.openCalls(environment, ASK_EVEN), EVEN);
        TransactionalStream<Long> odd = asked(graph.openCalls(environment, ASK_ODD), ODD);
        Tap.open(TransactionalGraph.closeTransaction(streamed, even, odd), test);
        return environment.executeAsync();
    }

    private static TransactionalStream<Long> asked(
            TransactionalStream<Question> calls, StateSpec<Long, Long> state) {
        return calls.keyBy(question -> 0L)
                .apply(
                        state,
                        (value, question, transaction) -> {
                            value.set(value.get() + 1);
                            await(question.number());
                            transaction.emit(question.number());
                        },
                        Long.class);
    }

    private static void await(long number) {
        Held held = HELD.get(number);
        held.reached.complete(null);
        held.end.join();
    }
}
