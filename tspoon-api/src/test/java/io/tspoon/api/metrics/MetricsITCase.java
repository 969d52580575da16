/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.metrics;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/** What a t-graph tells of itself reaches Flink's metric reporters. */
class MetricsITCase {
    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            EmbeddedFlink.cluster(REPORTER.addToConfiguration(new Configuration()));

    private static final int TRANSFERS = 5_000;
    private static final int MAX_BLOCK_SIZE = 50;

    @Test
    void countersAddUpToTheResults() throws Exception {
        Configuration configuration = EmbeddedFlink.recovering(Duration.ofMillis(20));
        configuration.set(TransactionalGraphOptions.maxBlockSize("bank"), MAX_BLOCK_SIZE);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, configuration);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Bank.settle(
                                TransactionalGraph.named("bank"),
                                Bank.transfers(environment, 0, TRANSFERS, 20),
                                Bank.BALANCE));

        long commits = results.stream().filter(TransactionResult::isCommitted).count();
        long retries = results.stream().mapToLong(result -> result.attempts() - 1).sum();
        assertThat(counted("commits")).isEqualTo(commits);
        assertThat(counted("aborts")).isEqualTo(TRANSFERS - commits);
        assertThat(counted("retries")).isEqualTo(retries);
        assertThat(found("transactionLatencyNanos"))
                .hasSize(2)
                .anySatisfy(metric -> assertThat(largest(metric)).isPositive());
        assertThat(found("roundSize"))
                .hasSize(2)
                .allSatisfy(
                        metric -> assertThat(largest(metric)).isBetween(1L, (long) MAX_BLOCK_SIZE));
        assertThat(found("blockSize"))
                .hasSize(2)
                .allSatisfy(metric -> assertThat(largest(metric)).isPositive());
        for (String gauge : List.of("inFlightTransactions", "lastQuiesceMs")) {
            assertThat(found(gauge)).hasSize(2).allSatisfy(MetricsITCase::isNotNegative);
        }
        for (String gauge : List.of("stableTimestampLagMs", "cachedKeys", "holds")) {
            assertThat(found(gauge)).hasSize(2).allSatisfy(MetricsITCase::isNotNegative);
        }
        for (String gauge : List.of("oldestTransactionMs", "unansweredGreetingsMs", "waiting")) {
            assertThat(found(gauge)).as("at the end").hasSize(2).allSatisfy(MetricsITCase::isZero);
        }
    }

    private static long counted(String name) {
        return found(name).stream().mapToLong(metric -> ((Counter) metric).getCount()).sum();
    }

    private static long largest(Metric metric) {
        return ((Histogram) metric).getStatistics().getMax();
    }

    private static void isNotNegative(Metric metric) {
        assertThat(value(metric)).isNotNegative();
    }

    private static void isZero(Metric metric) {
        assertThat(value(metric)).isZero();
    }

    private static long value(Metric metric) {
        return ((Number) ((Gauge<?>) metric).getValue()).longValue();
    }

    /** The metrics of that name, one for each subtask. */
    private static List<Metric> found(String name) {
        return REPORTER.getMetricsByGroup().entrySet().stream()
                .filter(entry -> isOwn(entry.getKey().getScopeComponents()))
                .map(entry -> entry.getValue().get(name))
                .filter(Objects::nonNull)
                .toList();
    }

    private static boolean isOwn(String[] scope) {
        return scope[scope.length - 1].equals("tspoon");
    }
}
