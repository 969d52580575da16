/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.flink.operator.KeyGroups;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.ValueAccess;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads beside contended transfers over two states of a chain: every total is exact. */
class ConsistentReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 4;
    private static final int KEY_GROUPS = 128;
    private static final int ACCOUNTS = 10;
    private static final int ROUNDS = 60;
    private static final long TOTAL = ACCOUNTS * Bank.OPENING;

    /** What each account has lost: the opposite of every change of the balance. */
    private static final StateSpec<Integer, Long> LOST =
            StateSpec.named("lost", Integer.class, Long.class).initialValue(0L);

    @TempDir Path logs;

    /** How the two states of a transaction are accessed. */
    enum States {
        IN_A_CHAIN,
        OF_ONE_KEY,
        TOGETHER,
        IN_PARTITIONS
    }

    @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
    @CsvSource({
        "HEAP, IN_A_CHAIN, TIMESTAMP_BASED, CHECKPOINT",
        "ROCKSDB, IN_A_CHAIN, TIMESTAMP_BASED, CHECKPOINT",
        "HEAP, OF_ONE_KEY, TIMESTAMP_BASED, CHECKPOINT",
        "ROCKSDB, OF_ONE_KEY, TIMESTAMP_BASED, CHECKPOINT",
        "HEAP, OF_ONE_KEY, DETERMINISTIC, CHECKPOINT",
        "HEAP, OF_ONE_KEY, DETERMINISTIC, LOG",
        "HEAP, TOGETHER, DETERMINISTIC, LOG",
        "HEAP, TOGETHER, TIMESTAMP_BASED, CHECKPOINT",
        "ROCKSDB, TOGETHER, DETERMINISTIC, CHECKPOINT",
        "HEAP, IN_PARTITIONS, TIMESTAMP_BASED, LOG",
        "ROCKSDB, IN_PARTITIONS, LOCK_BASED, CHECKPOINT"
    })
    void totalsAreExactInEveryMode(
            EmbeddedFlink.Backend backend,
            States states,
            ConcurrencyControl control,
            Durability durability)
            throws Exception {
        int port = Ports.free();
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.bank.durability", durability.name());
        if (durability == Durability.LOG) {
            options.setString("tspoon.bank.log-path", logs.toUri().toString());
        }
        JobClient job = start(options, backend, states, control);
        try {
            Http http = new Http("http://127.0.0.1:" + port);
            awaitCommits(http);
            long token = 0;
            for (int round = 0; round < ROUNDS; round++) {
                long snapshot = total(http, "'consistency':'snapshot'", token);
                long fresh = total(http, "'consistency':'fresh'", snapshot);
                token = total(http, "'after':'" + fresh + "'", fresh);
                total(http, "'at':'" + token + "'", token);
            }
            boolean chains =
                    control == ConcurrencyControl.DETERMINISTIC && states != States.TOGETHER;
            JsonNode metrics = http.get("/v1/graphs/bank/metrics").json();
            assertThat(metrics.path("chains").path("firstRuns").asLong() > 0).isEqualTo(chains);
            if (states == States.IN_PARTITIONS) {
                checkGroupsOfPartitions(metrics.path("keyGroups"));
            }
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    /** What is accessed lies where its partition does, and each instance counts its own. */
    private static void checkGroupsOfPartitions(JsonNode keyGroups) {
        Set<Integer> accessed = new HashSet<>();
        for (JsonNode hot : keyGroups.path(0).path("hottest")) {
            int group = hot.path("group").asInt();
            accessed.add(group);
            assertThat(hot.path("instance").asInt())
                    .isEqualTo(KeyGroups.ownerOf(group, KEY_GROUPS, PARALLELISM));
        }
        Set<Integer> ofPartitions =
                IntStream.range(0, 3)
                        .map(partition -> KeyGroups.groupOf(partition, KEY_GROUPS))
                        .boxed()
                        .collect(Collectors.toSet());
        assertThat(accessed).isEqualTo(ofPartitions);
    }

    /** Checks the totals of both states in one snapshot; answers its timestamp. */
    private static long total(Http http, String when, long atLeast) throws Exception {
        String keys =
                IntStream.range(0, ACCOUNTS)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",", "[", "]"));
        String aggregates =
                ",{'state':'account_balance','aggregate':{'compute':"
                        + "{'n':{'count':true},'sum':{'sum':'/value'}}}}"
                        + ",{'state':'lost','aggregate':{'compute':{'sum':{'sum':'/value'}}}}";
        Answer answer =
                http.post(
                        "/v1/graphs/bank/query",
                        "{%s,'timeoutMs':60000,'reads':[{'state':'account_balance','keys':%s},{'state':'lost','keys':%s}%s]}"
                                .formatted(when, keys, keys, aggregates));
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        JsonNode results = answer.json().path("results");
        long balances = 0;
        long lost = 0;
        for (int i = 0; i < ACCOUNTS; i++) {
            long balance = results.path(0).path("entries").path(i).path("value").asLong();
            long change = results.path(1).path("entries").path(i).path("value").asLong();
            assertThat(balance + change).as("account %d, %s", i, when).isEqualTo(Bank.OPENING);
            balances += balance;
            lost += change;
        }
        assertThat(balances).as(when).isEqualTo(TOTAL);
        assertThat(lost).as(when).isZero();
        JsonNode sums = results.path(2).path("values");
        assertThat(sums.path("sum").asLong()).isEqualTo(sums.path("n").asLong() * Bank.OPENING);
        assertThat(results.path(3).path("values").path("sum").asLong(-1)).isZero();
        long timestamp = answer.json().path("timestamp").asLong();
        assertThat(timestamp).as(when).isGreaterThanOrEqualTo(atLeast);
        return timestamp;
    }

    private static void awaitCommits(Http http) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (System.nanoTime() < deadline) {
            try {
                JsonNode metrics = http.get("/v1/graphs/bank/metrics").json();
                if (metrics.path("committed").asLong() > 100) {
                    return;
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // Not yet listening.
            }
        }
        throw new AssertionError("the job does not commit");
    }

    private static JobClient start(
            Configuration options,
            EmbeddedFlink.Backend backend,
            States states,
            ConcurrencyControl control)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, backend, options);
        DataStream<Transfer> transfers = Bank.transfers(environment, 0, 1_000_000_000, ACCOUNTS);
        TransactionalStream<Transfer> opened =
                TransactionalGraph.named("bank")
                        .concurrencyControl(control)
                        .queryable()
                        .queryRetention(Duration.ofSeconds(30))
                        .openTransaction(transfers, Transfer::key);
        settled(opened, states).closeTransaction().sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }

    private static TransactionalStream<Long> settled(
            TransactionalStream<Transfer> transfers, States states) {
        return switch (states) {
            case IN_A_CHAIN, OF_ONE_KEY -> byMovements(transfers, states);
            case TOGETHER -> together(transfers);
            case IN_PARTITIONS -> inPartitions(transfers);
        };
    }

    private static TransactionalStream<Long> inPartitions(TransactionalStream<Transfer> transfers) {
        StateSpec<Integer, Long> balances =
                Bank.BALANCE.partitionedBy(account -> account % 3, Integer.class);
        StateSpec<Integer, Long> losses = LOST.partitionedBy(account -> account % 3, Integer.class);
        return transfers
                .flatMap(Transfer::movements, Movement.class)
                .partitionBy(movement -> movement.account() % 3, Types.INT)
                .procedure(
                        (partition, movement, transaction) -> {
                            ValueAccess<Long> balance = partition.of(balances, movement.account());
                            balance.set(balance.get() + movement.amount());
                            ValueAccess<Long> lost = partition.of(losses, movement.account());
                            lost.set(lost.get() - movement.amount());
                        },
                        Long.class,
                        balances,
                        losses);
    }

    private static TransactionalStream<Long> byMovements(
            TransactionalStream<Transfer> transfers, States states) {
        AccessedStream<Movement, Integer> moved =
                transfers
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(
                                Bank.BALANCE,
                                (Long balance, Movement movement) -> balance + movement.amount(),
                                (balance, movement) -> movement,
                                Movement.class);
        return (states == States.OF_ONE_KEY ? moved.sameKey() : moved.keyBy(Movement::account))
                .update(LOST, (lost, movement) -> lost - movement.amount());
    }

    private static TransactionalStream<Long> together(TransactionalStream<Transfer> transfers) {
        Roles<Transfer, Integer, Long> balances =
                Roles.update("balances", Bank.BALANCE, ConsistentReadsITCase::accounts);
        Roles<Transfer, Integer, Long> losses =
                Roles.update("losses", LOST, ConsistentReadsITCase::accounts);
        return transfers.transact(
                List.of(balances, losses),
                (transfer, at, transaction) -> {
                    for (Movement movement : transfer.movements()) {
                        int account = movement.account();
                        at.set(balances, account, at.get(balances, account) + movement.amount());
                        at.set(losses, account, at.get(losses, account) - movement.amount());
                    }
                },
                Long.class);
    }

    private static List<Integer> accounts(Transfer transfer) {
        return List.of(transfer.source(), transfer.destination());
    }
}
