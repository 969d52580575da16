/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** What a scan leaves behind when it ends, however it ends. */
class ScanEndsTest {
    private static final int KEYS = 20;
    private static final String SCAN = "/v1/graphs/bank/states/balance/scan";

    private TestJob job;
    private TestJob.State<String, Long> balance;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.timeout", "60 s");
        options.setString("tspoon.query.page-lease", "1 h");
        job = TestJob.start(1, options);
        balance = filled(job, "bank");
        http = new Http(job.address(0));
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @Test
    void aQueryThatFailsBesideAScanKeepsNoPin() throws Exception {
        Answer answer =
                http.post(
                        "/v1/graphs/bank/query",
                        "{'reads':[{'state':'balance','scan':{'limit':5}},"
                                + "{'state':'balance','keys':[{'no':'key'}]}]}");

        assertThat(answer.reason()).isEqualTo("INVALID_KEY");
        Await.until("the end of all pins", () -> balance.pinned() == 0);
    }

    /** As long as transactions of one t-graph are not over, others are scanned all the same. */
    @Test
    void aScanThatIsHeldUpGivesItsTurnBack() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.max-concurrent-scans", "1");
        try (TestJob shared = TestJob.start(1, options)) {
            TestJob.State<String, Long> held = filled(shared, "bank");
            TestJob.State<String, Long> free = filled(shared, "shop");
            Http of = new Http(shared.address(0));
            Runnable release = held.instance(0).holdUpScans();

            assertThat(of.post(SCAN, "{'limit':5,'timeoutMs':100}").reason()).isEqualTo("TIMEOUT");
            String other = SCAN.replace("bank", "shop");
            Answer answer = of.post(other, "{'limit':5,'timeoutMs':30000}");

            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
            Await.until("the end of its pin", () -> held.pinned() == 0);
            release.run();
            assertThat(of.post(SCAN, "{}").json().path("entries")).hasSize(KEYS);
            Await.until("the end of its pin", () -> held.pinned() == 0);
            assertThat(free.pinned()).isEqualTo(1);
        }
    }

    /** They share what is read, but not the pin that keeps it for pages. */
    @Test
    void scansThatShareASnapshotEndApart() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.snapshot-max-age", "1 h");
        options.setString("tspoon.query.page-lease", "1 h");
        try (TestJob shared = TestJob.start(1, options)) {
            TestJob.State<String, Long> state = filled(shared, "bank");
            Http of = new Http(shared.address(0));
            JsonNode whole = of.post(SCAN, "{'limit':100}").json();
            JsonNode few = of.post(SCAN, "{'limit':5,'nextPage':false}").json();
            assertThat(few.path("entries")).hasSize(5);
            assertThat(few.has("nextPageToken")).isFalse();
            assertThat(state.pinned()).as("that of the snapshot").isEqualTo(1);
            state.put("a000", 77L, 5000);
            JsonNode one = of.post(SCAN, "{'limit':5}").json();
            JsonNode other = of.post(SCAN, "{'limit':5}").json();
            assertThat(one).isNotEqualTo(other);
            assertThat(List.of(one.path("timestamp"), other.path("timestamp")))
                    .containsOnly(whole.path("timestamp"));
            assertThat(one.path("entries").path(0).path("value").asInt()).isZero();
            assertThat(state.pinned()).isEqualTo(3);

            assertThat(rest(of, one)).hasSize(KEYS - 5);
            Await.until("the end of its pin", () -> state.pinned() == 2);
            assertThat(rest(of, other)).hasSize(KEYS - 5);
            JsonNode fresh = of.post(SCAN, "{'limit':1,'consistency':'fresh'}").json();
            assertThat(fresh.path("entries").path(0).path("value").asInt()).isEqualTo(77);
        }
    }

    private static JsonNode rest(Http http, JsonNode page) throws Exception {
        String token = page.path("nextPageToken").asText();
        return http.post(SCAN, "{'limit':100,'pageToken':'" + token + "'}").json().path("entries");
    }

    private static TestJob.State<String, Long> filled(TestJob job, String graph) {
        TestJob.State<String, Long> state =
                job.state(graph, "balance", Types.STRING, Types.LONG, 1, 0L);
        for (int i = 0; i < KEYS; i++) {
            state.put("a%03d".formatted(i), (long) i, 1000 + i);
        }
        return state;
    }

    /** The time between two pages does not count while one is read. */
    @Test
    void aPageMayTakeLongerThanTheLeaseOfPages() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.page-lease", "3 s");
        try (TestJob other = TestJob.start(1, options)) {
            TestJob.State<String, Long> stock = filled(other, "bank");
            Http of = new Http(other.address(0));
            HeldPage held = holdNextPage(stock, of);
            for (int attempt = 1; held.page().isDone() && attempt < 10; attempt++) {
                held.release().run(); // the lease was over before the next page was asked for
                held = holdNextPage(stock, of);
            }
            CompletableFuture<Answer> page = held.page();
            long begin = System.nanoTime();
            Await.until("the end of the lease", () -> System.nanoTime() - begin > 3_200_000_000L);
            held.release().run();

            Answer answer = page.get(1, TimeUnit.MINUTES);
            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
            assertThat(answer.json().path("entries")).hasSize(KEYS - 5);
            Await.until("the end of all pins", () -> stock.pinned() == 0);
        }
    }

    private record HeldPage(CompletableFuture<Answer> page, Runnable release) {}

    /** Reads a page, and begins with the next one. */
    private static HeldPage holdNextPage(TestJob.State<String, Long> stock, Http of)
            throws Exception {
        String token = of.post(SCAN, "{'limit':5}").json().path("nextPageToken").asText();
        String next = "{'pageToken':'" + token + "','limit':100,'timeoutMs':30000}";
        Runnable release = stock.instance(0).holdUpScans();
        CompletableFuture<Answer> page = CompletableFuture.supplyAsync(() -> post(of, next));
        Await.until("a page under way", () -> stock.instance(0).heldUp() == 1 || page.isDone());
        return new HeldPage(page, release);
    }

    private static Answer post(Http http, String body) {
        try {
            return http.post(SCAN, body);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
