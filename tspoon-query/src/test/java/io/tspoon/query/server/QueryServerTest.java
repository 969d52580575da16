/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;
import io.tspoon.read.AbortCount;
import io.tspoon.read.Backlog;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.KeyGroupLoad;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;

class QueryServerTest {
    public record Owner(String name, int age) {}

    private TestJob job;
    private TestJob.State<String, Long> balance;
    private TestJob.State<Tuple2<String, Integer>, Owner> owner;
    private Http http;
    private Http other;

    @BeforeEach
    void start() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.timeout", "60 s");
        job = TestJob.start(2, options);
        balance = job.state("bank", "balance", Types.STRING, Types.LONG, 4, 0L);
        owner =
                job.state(
                        "bank",
                        "owner",
                        TypeInformation.of(new TypeHint<Tuple2<String, Integer>>() {}),
                        TypeInformation.of(Owner.class),
                        2);
        for (int i = 0; i < 100; i++) {
            balance.put(String.format(Locale.ROOT, "a%03d", i), (long) i, 1000 + i);
        }
        owner.put(Tuple2.of("x", 1), new Owner("Ann", 30), 2000);
        owner.put(Tuple2.of("x", 2), new Owner("Bob", 40), 2001);
        http = new Http(job.address(0));
        other = new Http(job.address(1));
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @Test
    void everyServerReadsEveryKey() throws Exception {
        for (int i = 0; i < 100; i++) {
            for (Http server : List.of(http, other)) {
                Answer answer =
                        server.get(
                                String.format(
                                        Locale.ROOT,
                                        "/v1/graphs/bank/states/balance/keys/a%03d",
                                        i));
                assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
                assertThat(answer.json().path("value").asLong()).isEqualTo(i);
                assertThat(answer.json().path("found").asBoolean()).isTrue();
                assertThat(answer.json().path("timestamp").asText()).isEqualTo("" + (1000 + i));
            }
        }
    }

    /** More instances than are scanned at once. */
    @Test
    void oneRequestScansManyInstances() throws Exception {
        TestJob.State<String, Long> wide =
                job.state("shop", "stock", Types.STRING, Types.LONG, 64, 0L);
        for (int i = 0; i < 500; i++) {
            wide.put(String.format(Locale.ROOT, "a%03d", i), 1L, 1000 + i);
        }
        Answer answer =
                http.post(
                        "/v1/graphs/shop/states/stock/aggregate",
                        "{'compute':{'n':{'count':true}}}");
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        assertThat(answer.json().path("values").path("n").asInt()).isEqualTo(500);
    }

    public record Nested(Nested in) {}

    /** More deeply than requests may be. */
    @Test
    void valuesAreAsDeepAsTheyLike() throws Exception {
        TestJob.State<Long, Nested> deep =
                job.state("shop", "deep", Types.LONG, new GenericTypeInfo<>(Nested.class), 2);
        Nested value = null;
        for (int i = 0; i < 99; i++) {
            value = new Nested(value);
        }
        for (long key = 0; key < 10; key++) {
            deep.put(key, value, 1000 + key);
            Answer answer = http.get("/v1/graphs/shop/states/deep/keys/" + key);
            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
            assertThat(answer.json().path("value").toString()).hasSize(99 * "{'in':}".length() + 4);
        }
    }

    public record Fragile(Map<String, Long> counts) {}

    /** Or nobody would find it among all others. */
    @Test
    void aValueThatCannotBeWrittenIsNamed() throws Exception {
        TestJob.State<String, Fragile> fragile =
                job.state("shop", "fragile", Types.STRING, TypeInformation.of(Fragile.class), 2);
        fragile.put("whole", new Fragile(Map.of("a", 1L)), 1000);
        fragile.put("broken", new Fragile(Collections.singletonMap(null, 1L)), 1001);
        String query = "/v1/graphs/shop/query";
        for (Http server : List.of(http, other)) {
            for (Answer answer :
                    List.of(
                            server.get("/v1/graphs/shop/states/fragile/keys/broken"),
                            server.post(query, "{'reads':[{'state':'fragile','scan':{}}]}"),
                            server.post(
                                    query,
                                    "{'reads':[{'state':'fragile','keys':['whole','broken']}]}"))) {
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.reason()).isEqualTo("INTERNAL");
                // Also if another server says it.
                assertThat(answer.json().path("code").asText()).isEqualTo("TSP-4302");
                assertThat(answer.json().path("detail").asText())
                        .startsWith("Cannot write value")
                        .contains("state=fragile, key=\"broken\"");
            }
        }
    }

    @Test
    void absentKeyHasTheInitialValue() throws Exception {
        JsonNode json = http.get("/v1/graphs/bank/states/balance/keys/nobody").json();
        assertThat(json.path("found").asBoolean(true)).isFalse();
        assertThat(json.path("value").asLong(-1)).isZero();
    }

    @Test
    void compoundKeyIsAParameter() throws Exception {
        JsonNode json = other.get("/v1/graphs/bank/states/owner/value?key=%5B%22x%22,2%5D").json();
        assertThat(json.path("value").toString()).isEqualTo("{\"name\":\"Bob\",\"age\":40}");
        assertThat(other.get("/v1/graphs/bank/states/owner/keys/x").reason())
                .isEqualTo("INVALID_KEY");
    }

    /** Without quotes, whatever the type is. */
    @Test
    void keysInPathsAreBareText() throws Exception {
        TestJob.State<Long, Long> numbered =
                job.state("shop", "numbered", Types.LONG, Types.LONG, 2, 0L);
        TestJob.State<LocalDate, Long> daily =
                job.state("shop", "daily", Types.LOCAL_DATE, Types.LONG, 2, 0L);
        balance.put("-12", 1L, 2000);
        numbered.put(-12L, 2L, 2001);
        daily.put(LocalDate.of(2026, 1, 2), 3L, 2002);

        assertThat(valueAt("/v1/graphs/bank/states/balance/keys/-12")).isEqualTo(1);
        assertThat(valueAt("/v1/graphs/shop/states/numbered/keys/-12")).isEqualTo(2);
        assertThat(valueAt("/v1/graphs/shop/states/daily/keys/2026-01-02")).isEqualTo(3);
    }

    private long valueAt(String path) throws Exception {
        return http.get(path).json().path("value").asLong(-1);
    }

    @Test
    void severalStatesComeFromOneSnapshot() throws Exception {
        Answer answer =
                http.post(
                        "/v1/graphs/bank/query",
                        "{'reads':[{'state':'balance','keys':['a001','a099','none']},"
                                + "{'state':'owner','keys':[['x',1]],'project':['/value/name']},"
                                + "{'state':'balance','aggregate':{'compute':"
                                + "{'t':{'sum':'/value'},'n':{'count':true}}}}]}");
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        assertThat(answer.json().path("timestamp").asText()).isEqualTo("2001");
        JsonNode results = answer.json().path("results");
        assertThat(results.path(0).path("entries").toString())
                .isEqualTo(
                        "[{\"key\":\"a001\",\"found\":true,\"value\":1},"
                                + "{\"key\":\"a099\",\"found\":true,\"value\":99},"
                                + "{\"key\":\"none\",\"found\":false,\"value\":0}]");
        assertThat(results.path(1).path("entries").path(0).path("value").toString())
                .isEqualTo("{\"name\":\"Ann\"}");
        assertThat(results.path(2).path("values").toString()).isEqualTo("{\"t\":4950,\"n\":100}");
    }

    /** The first transactions of a job come while it is read. */
    @ParameterizedTest
    @CsvSource({"0", "1"})
    void theFirstSnapshotIsOneToo(int server) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.snapshot-max-age", "1 h");
        try (TestJob fresh = TestJob.start(2, options)) {
            TestJob.State<String, Long> stock =
                    fresh.state("shop", "stock", Types.STRING, Types.LONG, 4, 9L);
            String reads = "{'reads':[{'state':'stock','keys':['a001','a002','a003','a004']}]}";
            JsonNode before =
                    new Http(fresh.address(server)).post("/v1/graphs/shop/query", reads).json();
            assertThat(before.path("timestamp").asText()).isEqualTo("0");
            for (int i = 1; i <= 4; i++) {
                stock.put(String.format(Locale.ROOT, "a%03d", i), 5L, 1000);
            }
            JsonNode after =
                    new Http(fresh.address(server)).post("/v1/graphs/shop/query", reads).json();
            assertThat(after).isEqualTo(before);
        }
    }

    /** Its last page may be asked for again, as by a client that did not get it. */
    @Test
    void scansOfOneSnapshotEndApart() throws Exception {
        JsonNode results =
                http.post(
                                "/v1/graphs/bank/query",
                                "{'reads':[{'state':'balance','scan':{'limit':60}},"
                                        + "{'state':'owner','scan':{'limit':1}}]}")
                        .json()
                        .path("results");
        String ofBalance = results.path(0).path("nextPageToken").asText();
        String ofOwner = results.path(1).path("nextPageToken").asText();

        for (int i = 0; i < 2; i++) {
            assertThat(nextPage("balance", ofBalance).path("entries")).hasSize(40);
        }
        assertThat(nextPage("owner", ofOwner).path("entries")).hasSize(1);
    }

    private JsonNode nextPage(String state, String token) throws Exception {
        return other.post(
                        "/v1/graphs/bank/states/" + state + "/scan",
                        "{'pageToken':'" + token + "'}")
                .json();
    }

    @ParameterizedTest
    @CsvSource({"asc,0", "asc,1", "desc,0", "desc,1"})
    void pagesAreStableWhileTheStateChanges(String order, int server) throws Exception {
        Http first = server == 0 ? http : other;
        Http next = server == 0 ? other : http;
        JsonNode page =
                first.post(
                                "/v1/graphs/bank/states/balance/scan",
                                "{'limit':7,'order':'%s','filter':{'field':'/value','op':'ge','value':10}}"
                                        .formatted(order))
                        .json();
        String timestamp = page.path("timestamp").asText();
        List<Long> values = new ArrayList<>();
        while (true) {
            page.path("entries").forEach(entry -> values.add(entry.path("value").asLong()));
            assertThat(page.path("timestamp").asText()).isEqualTo(timestamp);
            if (!page.has("nextPageToken")) {
                break;
            }
            balance.put("a050", 7_000L + values.size(), 5000 + values.size());
            balance.put("a999", 1L, 6000 + values.size());
            page =
                    next.post(
                                    "/v1/graphs/bank/states/balance/scan",
                                    "{'pageToken':'" + page.path("nextPageToken").asText() + "'}")
                            .json();
        }
        List<Long> expected = new ArrayList<>();
        for (long i = 10; i < 100; i++) {
            expected.add(order.equals("asc") ? i : 109 - i);
        }
        assertThat(values).isEqualTo(expected);
        awaitNoPins();
    }

    @Test
    void rangesAndPrefixesChooseKeys() throws Exception {
        assertThat(scan("{'keys':{'from':'a010','to':'a013'}}"))
                .containsExactly("\"a010\"", "\"a011\"", "\"a012\"");
        assertThat(scan("{'keys':{'prefix':'a09'},'limit':3}"))
                .containsExactly("\"a090\"", "\"a091\"", "\"a092\"");
        assertThat(
                        http.post("/v1/graphs/bank/states/owner/scan", "{'keys':{'prefix':['x']}}")
                                .json()
                                .path("entries"))
                .hasSize(2);
    }

    @Test
    void aggregatesWithFilter() throws Exception {
        JsonNode values =
                other.post(
                                "/v1/graphs/bank/states/balance/aggregate",
                                "{'filter':{'and':[{'field':'/value','op':'lt','value':20},"
                                    + "{'not':{'field':'/key','op':'in','value':['a000','a019']}}]},"
                                    + "'compute':{'n':{'count':'/value'},'low':{'min':'/value'},"
                                    + "'high':{'max':'/key'},'s':{'sum':'/value'}}}")
                        .json()
                        .path("values");
        assertThat(values.toString()).isEqualTo("{\"n\":18,\"low\":1,\"high\":\"a018\",\"s\":171}");
    }

    @Test
    void readsAtATimestampWithinTheRetention() throws Exception {
        balance.put("a000", 70L, 2100);
        balance.put("a000", 71L, 2110);
        String path = "/v1/graphs/bank/states/balance/keys/a000?at=";
        assertThat(http.get(path + 2105).json().path("value").asLong()).isEqualTo(70);
        JsonNode atTime = http.get(path + "2020-01-01T00:00:00.000000502Z").json();
        assertThat(atTime.path("value").asLong()).isEqualTo(70);
        assertThat(atTime.path("timestamp").asText()).isEqualTo("2106");
        Answer old = http.get(path + 1000);
        assertThat(old.status()).isEqualTo(410);
        assertThat(old.reason()).isEqualTo("SNAPSHOT_TOO_OLD");
        assertThat(old.json().path("retryable").asBoolean(true)).isFalse();
    }

    @Test
    void freshIncludesWhatIsThereAndAfterIsKept() throws Exception {
        for (long i = 0; i < 20; i++) {
            balance.put("a000", i, 3000 + i);
            JsonNode fresh =
                    http.get("/v1/graphs/bank/states/balance/keys/a000?consistency=fresh").json();
            assertThat(fresh.path("value").asLong()).isEqualTo(i);
            JsonNode after =
                    other.post(
                                    "/v1/graphs/bank/query",
                                    "{'after':'"
                                            + (3000 + i)
                                            + "','reads':[{'state':'balance','keys':['a000']}]}")
                            .json();
            assertThat(after.path("timestamp").asLong()).isGreaterThanOrEqualTo(3000 + i);
            assertThat(after.path("results").path(0).path("entries").path(0).path("value").asLong())
                    .isEqualTo(i);
        }
        awaitNoPins();
    }

    @Test
    void missingInstanceIsARetryableError() throws Exception {
        job.setLost(true);
        Answer answer = awaitReason("NOT_READY");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().path("retryable").asBoolean()).isTrue();
        assertThat(answer.response().headers().firstValue("Retry-After")).contains("1");
        job.setLost(false);
        awaitReason("");
    }

    @Test
    void goneInstanceIsARetryableErrorNeverPartOfAnAnswer() throws Exception {
        balance.instance(3).fail();
        for (String consistency : List.of("snapshot", "fresh")) {
            Answer answer =
                    http.post(
                            "/v1/graphs/bank/query",
                            "{'consistency':'"
                                    + consistency
                                    + "','reads':[{'state':'balance',"
                                    + "'aggregate':{'compute':{'n':{'count':true}}}}]}");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.reason()).isEqualTo("MOVED");
        }
    }

    @Test
    void describesGraphsAndStates() throws Exception {
        JsonNode graphs = http.get("/v1/graphs").json().path("graphs");
        assertThat(graphs.path(0).path("health").asText()).isEqualTo("READY");
        assertThat(graphs.path(0).path("states").toString()).isEqualTo("[\"balance\",\"owner\"]");
        String path = "/v1/jobs/" + job.jobId() + "/graphs/bank";
        AtomicReference<JsonNode> last = new AtomicReference<>();
        Await.until(
                "a count of keys, which is left out if it takes long",
                () -> {
                    last.set(other.get(path).json().path("states"));
                    return last.get().path(0).has("keys");
                });
        JsonNode states = last.get();
        assertThat(states.path(0).path("keys").asLong()).isEqualTo(100);
        assertThat(states.path(0).path("parallelism").asInt()).isEqualTo(4);
        assertThat(states.path(0).path("keySchema").toString()).isEqualTo("{\"type\":\"string\"}");
        assertThat(states.path(0).path("initialValue").asLong(-1)).isZero();
        assertThat(states.path(1).path("valueSchema").path("properties").has("age")).isTrue();
    }

    @Test
    void sumsTheMetricsOfCoordinators() throws Exception {
        AbortCount few = new AbortCount(AbortReason.Kind.USER, "order", "late", 1);
        AbortCount many = new AbortCount(AbortReason.Kind.CONSTRAINT, "balance", "positive", 2);
        job.coordinator(
                "bank",
                0,
                new CoordinatorStatus(
                        10,
                        2,
                        1,
                        3,
                        1e6,
                        5e6,
                        4,
                        new Backlog(new Backlog.Batches(2, 40), null),
                        "",
                        List.of(few),
                        List.of(ended(7), ended(3))));
        job.coordinator(
                "bank",
                1,
                new CoordinatorStatus(
                        20,
                        0,
                        0,
                        1,
                        Double.NaN,
                        Double.NaN,
                        9,
                        new Backlog(new Backlog.Batches(3, 70), 5),
                        "",
                        List.of(many, few),
                        List.of(ended(5))));
        JsonNode metrics = other.get("/v1/graphs/bank/metrics").json();
        assertThat(metrics.path("committed").asLong()).isEqualTo(30);
        assertThat(metrics.path("coordinators").asInt()).isEqualTo(2);
        assertThat(metrics.path("batches").toString()).isEqualTo("{\"pending\":5,\"oldestMs\":70}");
        assertThat(metrics.path("triggersWaiting").asInt()).isEqualTo(5);
        assertThat(metrics.path("latencyP50Ms").asDouble()).isEqualTo(1.0);
        assertThat(metrics.path("latencyP99Ms").asDouble()).isEqualTo(5.0);
        assertThat(metrics.path("stableLagMs").asLong()).isEqualTo(9);
        assertThat(metrics.has("chains")).isFalse();
        assertThat(metrics.has("horizonHolder")).isFalse();
        assertThat(metrics.path("abortReasons").toString())
                .isEqualTo(
                        "[{\"kind\":\"CONSTRAINT\",\"operator\":\"balance\",\"rule\":\"positive\","
                                + "\"transactions\":2},{\"kind\":\"USER\",\"operator\":\"order\","
                                + "\"rule\":\"late\",\"transactions\":2}]");
        assertThat(metrics.path("lastTransactions").findValuesAsText("timestamp"))
                .containsExactly("7", "5", "3");
    }

    private static RetainedOutcome ended(long timestamp) {
        return new RetainedOutcome("", "", 1, timestamp, Outcome.COMMITTED, 1, List.of());
    }

    @Test
    void addsWhatIsDoneInChains() throws Exception {
        job.coordinator(
                "bank",
                0,
                new CoordinatorStatus(
                        1, 0, 0, 2, 1e6, 5e6, 4, Backlog.NONE, "balance 0", List.of(), List.of()));
        job.coordinator(
                "bank",
                1,
                new CoordinatorStatus(
                        1, 0, 0, 2, 1e6, 5e6, 9, Backlog.NONE, "balance 1", List.of(), List.of()));
        balance.instance(0).runInChains(new ChainStatus(100, 10, 4, 3, 7, 64));
        owner.instance(0).runInChains(new ChainStatus(200, 20, 2, 1, 5, 16));
        JsonNode metrics = other.get("/v1/graphs/bank/metrics").json();
        assertThat(metrics.path("chains").toString())
                .isEqualTo(
                        "{\"firstRuns\":300,\"repeatedRuns\":30,\"objections\":6,"
                                + "\"withdrawals\":4,\"speculativeTransactions\":7,"
                                + "\"speculationDepth\":16}");
        assertThat(metrics.has("batches") || metrics.has("triggersWaiting")).isFalse();
        assertThat(metrics.path("horizonHolder").asText())
                .as("of the oldest")
                .isEqualTo("balance 1");
    }

    /** The busiest of four instances has 60 of 80, and 40 of them by one key group. */
    @Test
    void tellsHowEvenlyAccessesAreSpread() throws Exception {
        balance.instance(0).load(new KeyGroupLoad(3, 20), new KeyGroupLoad(5, 40));
        balance.instance(1).load(new KeyGroupLoad(70, 20));
        JsonNode metrics = other.get("/v1/graphs/bank/metrics").json();
        assertThat(metrics.path("keyGroups").toString())
                .isEqualTo(
                        "[{\"state\":\"balance\",\"accessesPerS\":80.0,\"busiest\":3.0,"
                                + "\"reachable\":2.0,\"hottest\":["
                                + "{\"group\":5,\"instance\":0,\"share\":0.5},"
                                + "{\"group\":3,\"instance\":0,\"share\":0.25},"
                                + "{\"group\":70,\"instance\":1,\"share\":0.25}]}]");
    }

    private List<String> scan(String body) throws Exception {
        List<String> keys = new ArrayList<>();
        http.post("/v1/graphs/bank/states/balance/scan", body)
                .json()
                .path("entries")
                .forEach(entry -> keys.add(entry.path("key").toString()));
        return keys;
    }

    private Answer awaitReason(String reason) throws Exception {
        AtomicReference<Answer> last = new AtomicReference<>();
        Await.until(
                "reason=" + reason,
                () -> {
                    last.set(http.get("/v1/graphs/bank/states/balance/keys/a001"));
                    return last.get().reason().equals(reason);
                });
        return last.get();
    }

    private void awaitNoPins() throws Exception {
        Await.until("the end of all pins", () -> balance.pinned() + owner.pinned() == 0);
    }
}
