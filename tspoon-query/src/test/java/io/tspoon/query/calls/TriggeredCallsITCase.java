/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.log.FileLog;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** What calls trigger comes once, though tasks fail, and no caller fails the job by it. */
class TriggeredCallsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int KEYS = 10;
    private static final int FAULTS = 2;
    private static final String PATH = "/v1/graphs/chain/calls/ask";

    private static final StateSpec<Long, Long> ASKED =
            StateSpec.named("asked", Long.class, Long.class).initialValue(0L);

    private static final ProcedureSpec<Question, Long> ASK =
            ProcedureSpec.named("ask", Question.class, Long.class);

    private static final TriggerSpec<Long> FOLLOW = TriggerSpec.named("follow", Long.class);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** A request. */
    public record Question(long number) {}

    @Test
    void eachCallIsFollowedOnce() throws Exception {
        int port = Ports.free();
        JobClient job = start(port);
        Http http = new Http("http://127.0.0.1:" + port);
        Set<Long> asked = new HashSet<>();
        try {
            for (long number = 0; Faults.failures(test) < FAULTS || number < 100; number++) {
                askUntilAnswered(http, number);
                asked.add(number);
            }
            Await.until("all that follows", () -> followers().keySet().containsAll(asked));
            Await.until("an end of what waits", () -> isIdle(http));
        } finally {
            EmbeddedFlink.cancel(job);
        }

        assertThat(followers().keySet()).isEqualTo(asked);
        followers()
                .forEach((number, ids) -> assertThat(ids).as("followers of %s", number).hasSize(1));
        assertThat(Tap.<TransactionResult<Long>>passed(test))
                .filteredOn(result -> result.triggeredBy(FOLLOW) != null)
                .allSatisfy(TriggeredCallsITCase::isSound);
    }

    private static boolean isIdle(Http http) {
        try {
            JsonNode metrics = http.get("/v1/graphs/chain/metrics").json();
            return metrics.path("triggersWaiting").asInt(-1) == 0 && !metrics.has("batches");
        } catch (Exception e) {
            return false; // not ready yet
        }
    }

    private JobClient start(int port) throws Exception {
        Configuration options = EmbeddedFlink.recovering(Duration.ofMillis(50));
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, Backend.HEAP, options);
        TransactionalGraph graph =
                TransactionalGraph.named("chain")
                        .queryable()
                        .returnInputs(ReturnedInputs.ALL)
                        .writeAheadLog(new FileLog(directory.toUri().toString()));
        DataStream<Transfer> paced =
                Bank.pacedTransfers(environment, 1_000_000, 2_000, KEYS)
                        .map(new Faults<>(test, 1_500, FAULTS));
        TransactionalStream<Long> streamed =
                graph.openTransaction("stream", paced, Transfer::key)
                        .flatMap((transfer, out) -> {}, Long.class);
        TransactionalStream<Long> calls =
                graph.openCalls(environment, ASK)
                        .keyBy(question -> question.number() % KEYS)
                        .apply(
                                ASKED,
                                (value, question, transaction) -> {
                                    value.set(value.get() + 1);
                                    transaction.trigger(FOLLOW, question.number());
                                    transaction.emit(question.number());
                                },
                                Long.class);
        TransactionalStream<Long> followers =
                graph.openTriggers(environment, FOLLOW)
                        .keyBy(number -> number % KEYS + KEYS)
                        .apply(
                                ASKED,
                                (value, number, transaction) -> {
                                    if (number % 5 == 0) {
                                        throw new IllegalStateException("poison");
                                    }
                                    value.set(value.get() + 1);
                                    transaction.emit(-number);
                                },
                                Long.class);
        DataStream<TransactionResult<Long>> results =
                TransactionalGraph.closeTransaction(streamed, calls, followers);
        Tap.open(results, test);
        return environment.executeAsync();
    }

    private static void askUntilAnswered(Http http, long number) throws Exception {
        while (true) {
            try {
                Http.Answer answer =
                        http.send(
                                http.request(PATH)
                                        .header("Idempotency-Key", Long.toString(number))
                                        .header("Content-Type", "application/json")
                                        .POST(
                                                HttpRequest.BodyPublishers.ofString(
                                                        "{\"number\":" + number + "}")));
                if (answer.status() == 200) {
                    return;
                }
                // 404 and 503 while the job starts
                assertThat(answer.status()).as("%s", answer).isIn(404, 500, 503, 504);
            } catch (IOException e) {
                Thread.onSpinWait(); // the server is down for a moment
            }
        }
    }

    /** By number that was asked for: the ids of what has followed. A log repeats results. */
    private Map<Long, Set<Long>> followers() {
        Map<Long, Set<Long>> ids = new HashMap<>();
        for (TransactionResult<Long> result : Tap.<TransactionResult<Long>>passed(test)) {
            if (result.triggeredBy(FOLLOW) != null) {
                ids.computeIfAbsent(result.input(Long.class), none -> new HashSet<>())
                        .add(result.id().value());
            }
        }
        return ids;
    }

    private static void isSound(TransactionResult<Long> result) {
        boolean isPoisoned = result.input(Long.class) % 5 == 0;
        assertThat(result.isAborted()).isEqualTo(isPoisoned);
        if (isPoisoned) {
            assertThat(result.reasons().get(0).kind()).isEqualTo(AbortReason.Kind.FAILURE);
        }
    }
}
