/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.protocol.Timestamps;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads of the past while updates go on: the same as then, or the news that it is too late. */
class PastReadsITCase {
    private static final InMemoryReporter REPORTER = InMemoryReporter.create();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            EmbeddedFlink.cluster(REPORTER.addToConfiguration(new Configuration()));

    private static final int PARALLELISM = 2;

    /** Any time since timestamps begin. */
    private static final long EPOCH_MS = 1_800_000_000_000L;

    private static final int PER_SECOND = 200;
    private static final String BALANCE = "/v1/graphs/bank/states/account_balance";
    private static final String BOOK = "/v1/graphs/bank/states/book";
    private static final String EVERYTHING =
            "'reads':[{'state':'account_balance','scan':{}},{'state':'book','scan':{}},"
                    + "{'state':'book','keys':[0,1,2]},"
                    + "{'state':'book','aggregate':{'compute':"
                    + "{'lost':{'sum':'/value/lost'},'moves':{'sum':'/value/moves'}}}}]";

    private final String test = UUID.randomUUID().toString();
    private JobClient job;
    private Http http;

    @AfterEach
    void cancel() throws Exception {
        EmbeddedFlink.cancel(job);
    }

    @ParameterizedTest(name = "same key {0}")
    @ValueSource(booleans = {false, true})
    void thePastStaysAsItWasForTheRetention(boolean sameKey) throws Exception {
        start(Duration.ofHours(1), "1 min", sameKey);
        String request = "{" + EVERYTHING + "}";
        Answer then = answered(http.post("/v1/graphs/bank/query", request));
        String timestamp = then.json().path("timestamp").asText();
        awaitMoves(moves(then) + 2 * PER_SECOND);

        String past = "{'at':'" + timestamp + "'," + EVERYTHING + "}";
        Answer now = answered(http.post("/v1/graphs/bank/query", past));

        assertThat(now.json()).isEqualTo(then.json());
        JsonNode books = then.json().path("results").path(3).path("values");
        assertThat(
                        answered(
                                        http.post(
                                                BOOK + "/aggregate",
                                                "{'at':'"
                                                        + timestamp
                                                        + "','compute':{'moves':{'sum':'/value/moves'}}}"))
                                .json()
                                .path("values")
                                .path("moves"))
                .isEqualTo(books.path("moves"));
        assertThat(pagesAt(timestamp)).isEqualTo(entries(then, 0));
        assertThat(metric("answeredReads")).isPositive();
        Await.until("old versions in a gauge", () -> metric("retainedVersions") > 0);
    }

    /** The sum over all instances of the job that runs. */
    private static long metric(String name) {
        return REPORTER.getMetricsByGroup().values().stream()
                .map(metrics -> metrics.get(name))
                .filter(Objects::nonNull)
                .mapToLong(PastReadsITCase::value)
                .sum();
    }

    private static long value(Metric metric) {
        return metric instanceof Counter counter
                ? counter.getCount()
                : ((Number) ((Gauge<?>) metric).getValue()).longValue();
    }

    /** Each may ask for almost a second ahead. */
    @Test
    void readersDoNotMoveTheClockAheadOfTime() throws Exception {
        start(Duration.ofHours(1), "1 min", false);
        long most = Timestamps.ofEpochMs(EPOCH_MS + 900) - Timestamps.ofEpochMs(EPOCH_MS);
        long after = Timestamps.ofEpochMs(System.currentTimeMillis());
        for (int i = 0; i < 4; i++) {
            after += most;
            Answer answer = answered(http.get(BALANCE + "/keys/1?after=" + after));

            long timestamp = Long.parseLong(answer.json().path("timestamp").asText());
            assertThat(timestamp).isGreaterThanOrEqualTo(after);
            assertThat(Timestamps.epochMs(timestamp))
                    .isLessThanOrEqualTo(System.currentTimeMillis() + 1_000);
        }
    }

    /** The entries of a scan of the past by pages of three. */
    private List<JsonNode> pagesAt(String timestamp) throws Exception {
        List<JsonNode> entries = new ArrayList<>();
        String request = "{'at':'" + timestamp + "','limit':3}";
        while (!request.isEmpty()) {
            Answer page = answered(http.post(BALANCE + "/scan", request));
            assertThat(page.json().path("timestamp").asText()).isEqualTo(timestamp);
            page.json().path("entries").forEach(entries::add);
            String token = page.json().path("nextPageToken").asText();
            request = token.isEmpty() ? "" : "{'pageToken':'" + token + "'}";
        }
        return entries;
    }

    @ParameterizedTest(name = "same key {0}")
    @ValueSource(booleans = {false, true})
    void beyondTheRetentionItIsTooOld(boolean sameKey) throws Exception {
        start(Duration.ofMillis(200), "1 min", sameKey);
        Answer then = answered(http.post("/v1/graphs/bank/query", "{" + EVERYTHING + "}"));
        String at = "'at':'" + then.json().path("timestamp").asText() + "'";

        String keys = "{" + at + ",'reads':[{'state':'book','keys':[0,1,2,3,4,5,6,7,8,9]}]}";
        Await.until("the end of the retention", () -> isTooOld("/v1/graphs/bank/query", keys));
        assertThat(isTooOld("/v1/graphs/bank/query", "{" + at + "," + EVERYTHING + "}")).isTrue();
        assertThat(isTooOld(BALANCE + "/scan", "{" + at + "}")).isTrue();
        String count = "{" + at + ",'compute':{'n':{'count':true}}}";
        assertThat(isTooOld(BALANCE + "/aggregate", count)).isTrue();
    }

    @ParameterizedTest(name = "same key {0}")
    @ValueSource(booleans = {false, true})
    void pagesOfALeaseThatHasEndedAreTooOld(boolean sameKey) throws Exception {
        start(Duration.ZERO, "100 ms", sameKey);
        Answer first = answered(http.post(BALANCE + "/scan", "{'limit':3}"));
        awaitMoves(BookedBank.seen(test).moves().values().stream().mapToLong(n -> n).sum() + 100);

        // Each page that comes in time makes the lease begin anew.
        String[] request = {nextPage(first)};
        Await.until(
                "the end of the lease",
                () -> {
                    long moves = moves(http.post("/v1/graphs/bank/query", "{" + EVERYTHING + "}"));
                    awaitMoves(moves + PER_SECOND);
                    return isTooOld(BALANCE + "/scan", request[0]);
                });
    }

    /** More scans than pins: each has another page, and no client wants it. */
    @Test
    void pagesThatNobodyAsksForGiveWay() throws Exception {
        start(Duration.ZERO, "1 h", false);
        Answer first = answered(http.post(BALANCE + "/scan", "{'limit':3}"));
        Answer last = first;
        for (int i = 0; i < 1_100; i++) {
            last = answered(http.post(BALANCE + "/scan", "{'limit':3}"));
        }

        answered(http.post("/v1/graphs/bank/query", "{" + EVERYTHING + "}"));
        assertThat(isTooOld(BALANCE + "/scan", nextPage(first))).isTrue();
        assertThat(isTooOld(BALANCE + "/scan", nextPage(last))).isFalse();
    }

    private static String nextPage(Answer page) {
        return "{'pageToken':'" + page.json().path("nextPageToken").asText() + "'}";
    }

    /** Whether the answer is that; else there is one. */
    private boolean isTooOld(String path, String body) throws Exception {
        Answer answer = http.post(path, body);
        if (answer.status() == 200) {
            return false;
        }
        assertThat(answer.reason()).as(answer.json().toString()).isEqualTo("SNAPSHOT_TOO_OLD");
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.json().path("retryable").asBoolean(true)).isFalse();
        return true;
    }

    private static Answer answered(Answer answer) {
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        return answer;
    }

    private static List<JsonNode> entries(Answer answer, int read) {
        List<JsonNode> entries = new ArrayList<>();
        answer.json().path("results").path(read).path("entries").forEach(entries::add);
        assertThat(entries).isNotEmpty();
        return entries;
    }

    private static long moves(Answer answer) {
        return answer.json().path("results").path(3).path("values").path("moves").asLong();
    }

    private void awaitMoves(long enough) throws Exception {
        Await.until(
                "transfers",
                () -> {
                    Answer answer = http.post("/v1/graphs/bank/query", "{" + EVERYTHING + "}");
                    return moves(answer) >= enough;
                });
    }

    private void start(Duration retention, String pageLease, boolean sameKey) throws Exception {
        int port = Ports.free();
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.query.timeout", "60 s");
        options.setString("tspoon.query.page-lease", pageLease);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, options);
        TransactionalGraph graph =
                TransactionalGraph.named("bank").queryable().queryRetention(retention);
        BookedBank.add(environment, graph, PER_SECOND, test, sameKey);
        job = environment.executeAsync();
        http = new Http("http://127.0.0.1:" + port);
        Await.until(
                "results of all accounts",
                () -> BookedBank.seen(test).moves().size() == BookedBank.ACCOUNTS);
    }
}
