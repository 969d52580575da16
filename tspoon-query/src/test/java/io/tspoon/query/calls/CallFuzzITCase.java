/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.query.testing.Http;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever callers send, the job goes on, and so do the calls of others. {@code
 * -Dtspoon.calls.fuzz=100000} sends more.
 */
class CallFuzzITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int REQUESTS = Integer.getInteger("tspoon.calls.fuzz", 4_000);
    private static final long SEED = Long.getLong("tspoon.calls.seed", 1);
    private static final int SENDERS = 4;
    private static final int VALID_EVERY = 100;
    private static final int BROKEN_EVERY = 50;

    /** What a server may answer with a status from 500 on, see the queries page. */
    private static final Set<String> SERVER_REASONS =
            Set.of("FAILED", "NOT_READY", "ENDED", "MOVED", "TIMEOUT", "OVERLOADED");

    private final ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    private final CalledBank bank = new CalledBank();

    CallFuzzITCase() throws Exception {}

    @AfterEach
    void stop() throws Exception {
        senders.shutdownNow();
        bank.close();
    }

    /** There are no restarts: a failure would end the job. */
    @Test
    void malformedRequestsHarmNobody() throws Exception {
        bank.start(
                2,
                Backend.HEAP,
                CalledBank.patient(),
                graph -> graph.writable(Bank.BALANCE),
                environment ->
                        Bank.pacedTransfers(environment, 1_000_000, 500, CalledBank.ACCOUNTS),
                CalledBank.Poison.STEP);

        Map<String, Integer> answers = sendAll();

        assertThat(bank.job().getJobStatus().get()).isEqualTo(JobStatus.RUNNING);
        JsonNode books =
                bank.http()
                        .post(
                                "/v1/graphs/bank/states/account_balance/aggregate",
                                "{'compute':{'n':{'count':true},'sum':{'sum':'/value'}}}")
                        .json()
                        .path("values");
        assertThat(books.path("sum").asLong()).isEqualTo(books.path("n").asLong(-1) * Bank.OPENING);
        assertThat(answers)
                .as("seed=%s, %s", SEED, books)
                .containsKeys("200", "400 INVALID_REQUEST", "422 INVALID_CALL", "500 FAILED");
    }

    private Map<String, Integer> sendAll() throws Exception {
        List<Future<Map<String, Integer>>> running = new ArrayList<>();
        for (int sender = 0; sender < SENDERS; sender++) {
            int number = sender;
            running.add(senders.submit(() -> send(number)));
        }
        Map<String, Integer> all = new TreeMap<>();
        for (Future<Map<String, Integer>> one : running) {
            one.get().forEach((answer, times) -> all.merge(answer, times, Integer::sum));
        }
        return all;
    }

    private Map<String, Integer> send(int sender) throws Exception {
        Map<String, Integer> answers = new HashMap<>();
        FuzzedRequests requests =
                new FuzzedRequests(new SplittableRandom(SEED + sender), sender * 1_000_000_000L);
        try (FuzzConnection connection = new FuzzConnection(bank.port())) {
            for (int i = 0; i < REQUESTS / SENDERS; i++) {
                boolean isBroken = i % BROKEN_EVERY == 0;
                byte[] request = isBroken ? requests.broken() : requests.next();
                FuzzConnection.Answer answer =
                        isBroken ? connection.sendAndEnd(request) : connection.send(request);
                answers.merge(checked(request, answer), 1, Integer::sum);
                if (i % VALID_EVERY == 0) {
                    long number = CalledBank.CALLS * (sender + 1) + i;
                    Http.Answer valid = bank.call(number);
                    assertThat(valid.status()).as("%s", valid.json()).isEqualTo(200);
                }
            }
        }
        return answers;
    }

    /** The status and the reason. */
    private static String checked(byte[] request, FuzzConnection.Answer answer) {
        String reason = answer.json().path("reason").asText();
        String sent = new String(request, StandardCharsets.ISO_8859_1);
        if (answer.status() >= 500) {
            assertThat(SERVER_REASONS).as("%s to %s", answer, sent).contains(reason);
        }
        if (answer.status() >= 400) {
            assertThat(answer.json().path("code").asText())
                    .as("%s to %s", answer, sent)
                    .matches("TSP-\\d{4}");
            assertThat(answer.json().path("status").asInt()).isEqualTo(answer.status());
        }
        return (answer.status() + " " + reason).strip();
    }
}
