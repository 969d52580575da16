/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** The client beside a running job. */
class ClientITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 4;
    private static final int ACCOUNTS = 10;
    private static final int FIRST = 400;
    private static final int ALL = 2 * FIRST;
    private static final String GATE = "ClientITCase";

    @Test
    void readsWhatTheJobHasWritten() throws Exception {
        int port = Ports.free();
        List<TransactionResult<Long>> results = new ArrayList<>();
        QueryClient client =
                QueryClient.to(URI.create("http://127.0.0.1:" + port))
                        .timeout(Duration.ofSeconds(50))
                        .build();
        QuerySession session = QuerySession.start();
        GraphReader bank = client.graph("bank").with(session);
        StateQuery<Integer, Long> balances = StateQuery.of(Bank.BALANCE);
        Question<Map<Integer, Long>> everyAccount =
                balances.keys(IntStream.range(0, ACCOUNTS).boxed().toList());

        try (CloseableIterator<TransactionResult<Long>> arriving = job(port).executeAndCollect()) {
            while (results.size() < FIRST) {
                TransactionResult<Long> result = arriving.next();
                results.add(result);
                session.saw(result);
                if (results.size() % 100 == 0) {
                    QueryResult<Map<Integer, Long>> seen = bank.ask(everyAccount);
                    assertThat(total(seen.orElseThrow())).isEqualTo(ACCOUNTS * Bank.OPENING);
                    assertThat(((Answer<?>) seen).timestamp())
                            .isGreaterThanOrEqualTo(result.timestamp());
                }
            }
            Map<Integer, Long> expected = Bank.replay(results, Map.of(), ACCOUNTS);

            assertThat(bank.ask(everyAccount).orElseThrow()).containsAllEntriesOf(expected);
            for (Map.Entry<Integer, Long> balance : expected.entrySet()) {
                assertThat(bank.ask(balances.key(balance.getKey())).orElseThrow())
                        .hasValue(balance.getValue());
            }
            Question<Long> count = balances.all().count();
            Question<BigDecimal> sum = balances.all().sum(Field.value());
            Answers answers = bank.askTogether(count, sum).orElseThrow();
            assertThat(answers.to(sum))
                    .isEqualByComparingTo(BigDecimal.valueOf(answers.to(count) * Bank.OPENING));
            checkMetrics(bank.metrics().orElseThrow(), results);

            GatedNumbers.open(GATE);
            arriving.forEachRemaining(results::add);
        }
        Bank.checkComplete(results, 0, ALL);
    }

    private static void checkMetrics(GraphMetrics metrics, List<TransactionResult<Long>> results) {
        List<TransactionResult<Long>> aborted =
                results.stream().filter(result -> result.outcome() == Outcome.ABORTED).toList();
        assertThat(aborted).isNotEmpty();
        assertThat(metrics.coordinators()).isEqualTo(PARALLELISM);
        assertThat(metrics.aborted()).isEqualTo(aborted.size());
        assertThat(metrics.abortReasons())
                .containsExactly(
                        new GraphMetrics.Aborts(
                                AbortReason.Kind.CONSTRAINT,
                                Bank.BALANCE.name(),
                                aborted.get(0).reasons().get(0).rule(),
                                aborted.size()));
        assertThat(metrics.lastTransactions()).isNotEmpty().hasSizeLessThanOrEqualTo(20);
        assertThat(metrics.hottestKeys())
                .isNotEmpty()
                .allSatisfy(
                        hot -> {
                            assertThat(hot.state()).isEqualTo(Bank.BALANCE.name());
                            assertThat(hot.key().asInt(-1)).isBetween(0, ACCOUNTS - 1);
                            assertThat(hot.share()).isBetween(1e-3, 1.0);
                        });
    }

    private static DataStream<TransactionResult<Long>> job(int port) {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, options);
        DataStream<Transfer> transfers =
                environment
                        .fromSource(
                                new GatedNumbers(0, ALL, new GatedNumbers.Gate(GATE, FIRST, ALL)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(number -> Transfer.numbered(number, ACCOUNTS, 42))
                        .returns(Transfer.class);
        return Bank.settle(TransactionalGraph.named("bank").queryable(), transfers, Bank.BALANCE);
    }

    private static long total(Map<Integer, Long> balances) {
        return balances.values().stream().mapToLong(Long::longValue).sum();
    }
}
