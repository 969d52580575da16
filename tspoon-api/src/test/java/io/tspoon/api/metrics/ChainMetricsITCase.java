/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.metrics;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Patience;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/** What a t-graph tells of its chains. */
class ChainMetricsITCase {
    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            EmbeddedFlink.cluster(REPORTER.addToConfiguration(new Configuration()));

    private static final int STABLE = 200;
    private static final int TRANSFERS = 5_000;

    /** So few that all of them are hot; many transfers are not covered. */
    private static final int ACCOUNTS = 20;

    /** Holds an access; static, for functions travel as bytes. */
    private static final CountDownLatch HELD = new CountDownLatch(1);

    private static final int HELD_ACCOUNT = 3;

    @Test
    void abortsOnHotKeysAreObjectedToAndRepeated() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Bank.settle(
                                chains("hot"),
                                Bank.transfers(environment(), 0, TRANSFERS, ACCOUNTS),
                                Bank.BALANCE));

        assertThat(results.stream().filter(TransactionResult::isAborted).count()).isPositive();
        assertThat(counted("hot", "firstRuns")).isEqualTo(2L * TRANSFERS);
        assertThat(counted("hot", "repeatedRuns")).isPositive();
        assertThat(counted("hot", "objections")).isPositive();
        assertThat(counted("hot", "withdrawals"))
                .isNotNegative()
                .isLessThan(counted("hot", "objections"));
        assertThat(values("hot", "speculationDepth"))
                .hasSize(2)
                .allSatisfy(depth -> assertThat(depth).isPositive());
        assertThat(values("hot", "speculativeTransactions")).containsExactly(0, 0);
        assertThat(values("hot", "awaitedCoordinator")).containsExactly(-1, -1);
        assertThat(values("hot", "horizonHolder")).containsExactly(-1, -1);
    }

    /** All coordinators wait for one instance, also those whose transactions are elsewhere. */
    @Test
    void instanceThatHoldsTheHorizonIsTold() throws Exception {
        StreamExecutionEnvironment environment = environment();
        chains("held")
                .openTransaction(Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS), Transfer::key)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(Bank.BALANCE, (balance, movement) -> hold(balance, movement))
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        int instance =
                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        HELD_ACCOUNT, KeyGroupRangeAssignment.computeDefaultMaxParallelism(2), 2);
        JobClient job = environment.executeAsync();
        try {
            awaitHolder(List.of(instance, instance));
        } finally {
            HELD.countDown();
        }
        job.getJobExecutionResult().get();
        assertThat(values("held", "horizonHolder")).containsExactly(-1, -1);
    }

    /** Waits until it stays so: while transactions run, another one may hold it for a moment. */
    private static void awaitHolder(List<Integer> expected) {
        long deadline = System.nanoTime() + Patience.TIME.toNanos();
        int inARow = 0;
        while (inARow < STABLE) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            inARow = values("held", "horizonHolder").equals(expected) ? inARow + 1 : 0;
        }
    }

    private static long hold(long balance, Movement movement) throws InterruptedException {
        if (movement.account() == HELD_ACCOUNT) {
            HELD.await();
        }
        return balance + movement.amount();
    }

    private static StreamExecutionEnvironment environment() {
        return EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, new Configuration());
    }

    private static TransactionalGraph chains(String name) {
        return TransactionalGraph.named(name).concurrencyControl(ConcurrencyControl.DETERMINISTIC);
    }

    private static long counted(String graph, String name) {
        return found(graph, name).stream().mapToLong(metric -> ((Counter) metric).getCount()).sum();
    }

    private static List<Integer> values(String graph, String name) {
        return found(graph, name).stream()
                .map(metric -> ((Number) ((Gauge<?>) metric).getValue()).intValue())
                .toList();
    }

    /** The metrics of that name, one for each subtask. */
    private static List<Metric> found(String graph, String name) {
        return REPORTER.getMetricsByGroup().entrySet().stream()
                .filter(entry -> isOf(graph, entry.getKey().getScopeComponents()))
                .map(entry -> entry.getValue().get(name))
                .filter(Objects::nonNull)
                .toList();
    }

    private static boolean isOf(String graph, String[] scope) {
        return scope[scope.length - 1].equals("tspoon")
                && String.join(".", scope).contains("." + graph + ": ");
    }
}
