/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.Partition;
import io.tspoon.api.PartitionIndex;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Blocker;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What indexes answer, against a scan of the same snapshot, while accounts open, change hands and
 * close, transactions abort, the job fails and comes back, and comes back with other parallelism.
 */
class IndexedReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int ACCOUNTS = 400;
    private static final int OWNERS = 12;
    private static final int PER_SECOND = 3_000;
    private static final int ROUNDS = 40;
    private static final long CLOSED = 0;
    private static final String SCAN = "/v1/graphs/bank/states/accounts/scan";

    /** An account, whose owner and balance are indexed. */
    public record Account(@Nullable String owner, long balance, int moves) {}

    private static final StateSpec<Integer, Account> PLAIN =
            StateSpec.named("accounts", Integer.class, Account.class)
                    .constraint("balance is not 13", account -> account.balance() != 13)
                    .index("owner", Account::owner)
                    .index("balance", Account::balance);

    private static final StateSpec<Integer, Account> PARTITIONED =
            PLAIN.partitionedBy(account -> account % 3, Integer.class).sorted();

    private static final AtomicLong asked = new AtomicLong();
    private static final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private final int port = port();
    private final Http http = new Http("http://127.0.0.1:" + port);

    private static int port() {
        try {
            return Ports.free();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest(name = "{0}, {1}, {2}, partitioned {3}")
    @CsvSource({
        "HEAP, TIMESTAMP_BASED, CHECKPOINT, false",
        "ROCKSDB, LOCK_BASED, LOG, false",
        "HEAP, DETERMINISTIC, LOG, false",
        "ROCKSDB, TIMESTAMP_BASED, LOG, true"
    })
    void indexesAnswerAsScansDo(
            EmbeddedFlink.Backend backend,
            ConcurrencyControl control,
            Durability durability,
            boolean partitioned,
            @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory.resolve("snapshots"));
        JobClient job = start(2, backend, control, durability, partitioned, null);
        try {
            Random random = new Random(7);
            compareRounds(random, partitioned);
            Blocker update = Blocker.arm(test);
            update.awaitReached();
            update.fail();
            compareRounds(random, partitioned);
            String savepoint = snapshots.stop(job);
            job = start(3, backend, control, durability, partitioned, savepoint);
            compareRounds(random, partitioned);
            assertThat(wrong).isEmpty();
            assertThat(asked.get() > 100).isEqualTo(partitioned);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    /** A name that is no part, and functions that give something else than the part. */
    @Test
    void anIndexThatSaysSomethingElseIsNotAsked() throws Exception {
        StateSpec<Integer, Account> spec =
                StateSpec.named("accounts", Integer.class, Account.class)
                        .index("owner", account -> account.owner() + "!")
                        .index("balance", account -> Long.toString(account.balance()))
                        .index("by_moves", Account::moves);
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, EmbeddedFlink.Backend.HEAP, options);
        TransactionalGraph.named("bank")
                .queryable()
                .openTransaction(
                        environment.fromSource(
                                new PacedNumbers(1_000_000_000, 1_000),
                                WatermarkStrategy.noWatermarks(),
                                "numbers"))
                .keyBy(number -> (int) (number % 20), Types.INT)
                .update(
                        spec,
                        (account, number) -> {
                            int key = (int) (number % 20);
                            return new Account("o" + key % 4, key, 0);
                        })
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        JobClient job = environment.executeAsync();
        try {
            Await.until("all accounts", () -> count("{'field':'/key','op':'ge','value':0}") == 20);
            for (int i = 0; i < 2; i++) {
                assertThat(count(comparison("owner", "eq", "'o1'"))).isEqualTo(5);
                assertThat(count(comparison("owner", "eq", "'o1!'"))).isZero();
                assertThat(count(comparison("balance", "ge", 15))).isEqualTo(5);
                assertThat(count(comparison("moves", "eq", 0))).isEqualTo(20);
            }
            JsonNode indexes =
                    http.get("/v1/graphs/bank").json().path("states").path(0).path("indexes");
            assertThat(indexes).hasSize(3);
            for (JsonNode index : indexes) {
                assertThat(index.path("status").asText()).isEqualTo("DROPPED");
            }
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    /** The job goes on without it, and queries scan. */
    @Test
    void anIndexAboveItsCapIsNotAsked() throws Exception {
        StateSpec<Integer, Account> spec =
                StateSpec.named("accounts", Integer.class, Account.class)
                        .index("owner", Account::owner);
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.bank.max-index-entries", "20");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, EmbeddedFlink.Backend.HEAP, options);
        TransactionalGraph.named("bank")
                .queryable()
                .openTransaction(
                        environment.fromSource(
                                new PacedNumbers(1_000_000_000, 20),
                                WatermarkStrategy.noWatermarks(),
                                "numbers"))
                .keyBy(number -> (int) (number % 40), Types.INT)
                .update(spec, (account, number) -> new Account("o" + number % 4, number, 0))
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        JobClient job = environment.executeAsync();
        try {
            Await.until("an index", () -> plan("owner").equals("index"));
            Await.until("all accounts", () -> count("{'field':'/key','op':'ge','value':0}") == 40);
            assertThat(plan("owner")).isEqualTo("scan");
            assertThat(count(comparison("owner", "eq", "'o1'"))).isEqualTo(10);
            JsonNode index =
                    http.get("/v1/graphs/bank").json().path("states").path(0).path("indexes");
            assertThat(index.path(0).path("status").asText()).isEqualTo("DROPPED");
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    private int count(String filter) {
        try {
            Answer answer = http.post(SCAN, "{'filter':" + filter + ",'limit':100,'explain':true}");
            assertThat(answer.json().path("plan").asText("scan")).isEqualTo("scan");
            return answer.json().path("entries").size();
        } catch (Exception e) {
            return -1; // not ready yet
        }
    }

    private void compareRounds(Random random, boolean sorted) throws Exception {
        Await.until("an index", () -> plan("owner").equals("index"));
        for (int round = 0; round < ROUNDS; round++) {
            compareFilters(random);
            compareOrder(random, random.nextBoolean() ? "owner" : "balance");
            if (sorted) {
                compareKeys(random);
                compareOrder(random, "key");
            }
        }
    }

    private String plan(String index) {
        try {
            JsonNode json =
                    http.post(
                                    SCAN,
                                    "{'explain':true,'limit':1,'filter':{'field':'/value/"
                                            + index
                                            + "','op':'eq','value':'o1'}}")
                            .json();
            return json.path("plan").asText();
        } catch (Exception e) {
            return "no answer";
        }
    }

    /** The same filter twice, once so that no index can help. */
    private void compareFilters(Random random) throws Exception {
        String filter = filter(random);
        String indexed = "{'filter':" + filter + ",'limit':1000,'explain':true}";
        String scanned = "{'filter':{'not':{'not':" + filter + "}},'limit':1000,'explain':true}";
        String count = "'compute':{'n':{'count':true},'sum':{'sum':'/value/balance'}}";
        Answer answer =
                query(
                        "{'state':'accounts','scan':%s},{'state':'accounts','scan':%s}"
                                        .formatted(indexed, scanned)
                                + ",{'state':'accounts','aggregate':{'filter':%s,%s,'explain':true}}"
                                        .formatted(filter, count)
                                + ",{'state':'accounts','aggregate':{'filter':{'not':{'not':%s}},%s}}"
                                        .formatted(filter, count));
        JsonNode results = answer.json().path("results");
        assertThat(results.path(0).path("plan").asText()).as(filter).isEqualTo("index");
        assertThat(results.path(0).path("entries"))
                .as(filter)
                .isEqualTo(results.path(1).path("entries"));
        assertThat(results.path(2).path("plan").asText()).isEqualTo("index");
        assertThat(results.path(2).path("values"))
                .as(filter)
                .isEqualTo(results.path(3).path("values"));
        assertThat(results.path(2).path("values").path("n").asInt())
                .isEqualTo(results.path(0).path("entries").size());
    }

    private static String filter(Random random) {
        String owner = "'o" + random.nextInt(OWNERS) + "'";
        int from = random.nextInt(1_000);
        return switch (random.nextInt(8)) {
            case 0 -> comparison("owner", "eq", owner);
            case 1 -> comparison("owner", "in", "[" + owner + ",'o1',null]");
            case 2 -> comparison("owner", "prefix", "'o1'");
            case 3 ->
                    "{'and':[%s,%s]}"
                            .formatted(
                                    comparison("balance", "ge", from + ".5"),
                                    comparison("balance", "lt", from + 100));
            case 4 ->
                    "{'or':[%s,%s]}"
                            .formatted(
                                    comparison("balance", "le", from / 8),
                                    comparison("balance", "gt", 1_000 - from / 8));
            case 5 ->
                    "{'and':[%s,%s]}"
                            .formatted(
                                    comparison("owner", "eq", owner),
                                    comparison("balance", "gt", from));
            case 6 -> comparison("balance", "ge", from / 2);
            default -> comparison("owner", "eq", "null");
        };
    }

    /** A range of keys of a state that keeps them in order, against a filter for the same ones. */
    private void compareKeys(Random random) throws Exception {
        int from = random.nextInt(ACCOUNTS);
        int to = from + 1 + random.nextInt(100);
        String both =
                "{'and':[{'field':'/key','op':'ge','value':%d},{'field':'/key','op':'lt','value':%d}]}"
                        .formatted(from, to);
        JsonNode results =
                query(
                                ("{'state':'accounts','scan':{'keys':{'from':%d,'to':%d},'limit':1000,'explain':true}},"
                                     + "{'state':'accounts','scan':{'filter':{'not':{'not':%s}},'orderBy':'/value/moves','limit':1000,'explain':true}}")
                                        .formatted(from, to, both))
                        .json()
                        .path("results");
        assertThat(results.path(0).path("plan").asText()).isEqualTo("index");
        assertThat(results.path(0).path("examined").asInt()).isLessThanOrEqualTo(to - from);
        assertThat(results.path(1).path("plan").asText()).isEqualTo("scan");
        List<JsonNode> expected = new ArrayList<>();
        results.path(1).path("entries").forEach(expected::add);
        expected.sort(Comparator.comparing(entry -> entry.path("key").asInt()));
        assertThat(results.path(0).path("entries")).containsExactlyElementsOf(expected);
    }

    private static String comparison(String part, String op, Object constant) {
        return "{'field':'/value/%s','op':'%s','value':%s}".formatted(part, op, constant);
    }

    /** All pages in the order of balances, against all entries, sorted here. */
    private void compareOrder(Random random, String part) throws Exception {
        String order = random.nextBoolean() ? "asc" : "desc";
        int limit = 1 + random.nextInt(150);
        Answer answer =
                query(
                        ("{'state':'accounts','scan':{'filter':{'not':{'not':{'field':'/key','op':'ge','value':0}}},'limit':1000}},"
                             + "{'state':'accounts','scan':{'orderBy':'%s','order':'%s','limit':%d,'explain':true}}")
                                .formatted(
                                        part.equals("key") ? "/key" : "/value/" + part,
                                        order,
                                        limit));
        JsonNode results = answer.json().path("results");
        List<JsonNode> expected = new ArrayList<>();
        results.path(0).path("entries").forEach(expected::add);
        Comparator<JsonNode> ascending =
                Comparator.<JsonNode, String>comparing(
                                entry ->
                                        part.equals("owner")
                                                ? entry.path("value").path("owner").asText("")
                                                : "")
                        .thenComparing(
                                entry ->
                                        part.equals("balance")
                                                ? entry.path("value").path("balance").asLong()
                                                : 0)
                        .thenComparing(entry -> entry.path("key").asInt());
        expected.sort(order.equals("asc") ? ascending : ascending.reversed());
        JsonNode page = results.path(1);
        assertThat(page.path("plan").asText()).isEqualTo("index");
        List<JsonNode> found = new ArrayList<>();
        page.path("entries").forEach(found::add);
        for (int pages = 0; pages < 3 && page.has("nextPageToken"); pages++) {
            page =
                    http.post(SCAN, "{'pageToken':'" + page.path("nextPageToken").asText() + "'}")
                            .json();
            assertThat(page.has("entries")).as("%s", page).isTrue();
            page.path("entries").forEach(found::add);
        }
        assertThat(found).hasSizeGreaterThanOrEqualTo(Math.min(limit, expected.size()));
        assertThat(found).isEqualTo(expected.subList(0, found.size()));
        if (!page.has("nextPageToken")) {
            assertThat(found).hasSameSizeAs(expected);
        }
    }

    private Answer query(String reads) throws Exception {
        Answer answer =
                http.post("/v1/graphs/bank/query", "{'timeoutMs':30000,'reads':[" + reads + "]}");
        assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
        return answer;
    }

    // ------------------------------------------------------------------ job

    private JobClient start(
            int parallelism,
            EmbeddedFlink.Backend backend,
            ConcurrencyControl control,
            Durability durability,
            boolean partitioned,
            @Nullable String savepoint)
            throws Exception {
        Configuration options = EmbeddedFlink.recovering(Duration.ofMillis(200));
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.bank.durability", durability.name());
        options.setString("tspoon.bank.cache-capacity", "50");
        if (durability == Durability.LOG) {
            options.setString("tspoon.bank.log-path", directory.resolve("log").toUri().toString());
        }
        if (savepoint != null) {
            options.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, options);
        String name = test;
        TransactionalStream<Long> changes =
                TransactionalGraph.named("bank")
                        .concurrencyControl(control)
                        .queryable()
                        .queryRetention(Duration.ofMillis(partitioned ? 500 : 0))
                        .openTransaction(
                                environment.fromSource(
                                        new PacedNumbers(1_000_000_000, PER_SECOND),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers"),
                                number -> Long.toString(number));
        TransactionalStream<Long> changed =
                partitioned
                        ? changes.partitionBy(number -> account(number) % 3, Types.INT)
                                .procedure(
                                        (partition, number, transaction) -> {
                                            change(
                                                    name,
                                                    partition.of(PARTITIONED, account(number)),
                                                    number,
                                                    transaction);
                                            if (number % 20 == 0) {
                                                checkInside(partition, account(number) % 3, number);
                                            }
                                        },
                                        Long.class,
                                        PARTITIONED)
                        : changes.keyBy(IndexedReadsITCase::account, Types.INT)
                                .apply(
                                        PLAIN,
                                        (account, number, transaction) ->
                                                change(name, account, number, transaction),
                                        Long.class);
        changed.closeTransaction().sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }

    /** What an index says within a transaction, against a look at all keys of the partition. */
    private static void checkInside(Partition partition, int own, long number) {
        String owner = "o" + number / 20 % OWNERS;
        List<Integer> owned = new ArrayList<>();
        List<long[]> balances = new ArrayList<>();
        for (int key = own; key < ACCOUNTS; key += 3) {
            Account account = partition.of(PARTITIONED, key).get();
            if (account != null) {
                balances.add(new long[] {account.balance(), key});
                if (owner.equals(account.owner())) {
                    owned.add(key);
                }
            }
        }
        balances.sort(Comparator.<long[]>comparingLong(one -> one[0]).thenComparing(one -> one[1]));
        List<Integer> sorted = balances.stream().map(one -> (int) one[1]).toList();
        int most = Math.min(5, sorted.size());
        List<Integer> highest =
                new ArrayList<>(sorted.subList(sorted.size() - most, sorted.size()));
        Collections.reverse(highest);
        PartitionIndex<Integer> byBalance = partition.index(PARTITIONED, "balance");
        require(owned, partition.index(PARTITIONED, "owner").equalTo(owner));
        require(sorted.subList(0, most), byBalance.first(5));
        require(highest, byBalance.last(5));
        require(
                balances.stream()
                        .filter(one -> one[0] >= 100 && one[0] < 300)
                        .map(one -> (int) one[1])
                        .toList(),
                byBalance.between(100L, 300L));
        asked.incrementAndGet();
    }

    /** A wrong answer is remembered: the job would be restarted after an exception. */
    private static void require(List<Integer> expected, List<Integer> found) {
        if (!expected.equals(found)) {
            wrong.add(expected + " but found " + found);
        }
    }

    private static int account(long number) {
        return (int) (mixed(number) % ACCOUNTS);
    }

    private static long mixed(long number) {
        return (number * 0x9E3779B97F4A7C15L) >>> 20;
    }

    private static void change(
            String test, ValueAccess<Account> access, long number, StateContext<Long> transaction) {
        Blocker.pass(test);
        Random random = new Random(number);
        Account account = access.get();
        long balance = random.nextInt(1_000);
        if (account != null && random.nextInt(10) == CLOSED) {
            access.delete();
        } else if (account == null || random.nextInt(4) == 0) {
            int owner = random.nextInt(OWNERS);
            access.set(new Account(owner == 0 ? null : "o" + owner, balance, 0));
        } else {
            access.set(new Account(account.owner(), balance, account.moves() + 1));
        }
        if (random.nextInt(10) == 0) {
            transaction.abort("every tenth", number);
        }
    }
}
