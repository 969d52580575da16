/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Transfers under contention: what the serial replay says is what has happened. */
class BankITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 10_000;

    static Stream<Arguments> shapes() {
        List<Arguments> shapes = new ArrayList<>();
        for (ConcurrencyControl control : ConcurrencyControl.values()) {
            for (int parallelism : new int[] {1, 2, 4}) {
                for (int accounts : new int[] {2, 10, 1_000}) {
                    shapes.add(Arguments.of(control, parallelism, accounts));
                }
            }
        }
        return shapes.stream();
    }

    @ParameterizedTest(name = "{0}, parallelism {1}, {2} accounts")
    @MethodSource("shapes")
    void isAsIfOneByOneInTimestampOrder(ConcurrencyControl control, int parallelism, int accounts)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);
        settleAndCheck(environment, control, accounts);
    }

    @ParameterizedTest
    @EnumSource
    void isAsIfOneByOneWithObjectReuse(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        environment.getConfig().enableObjectReuse();
        settleAndCheck(environment, control, 50);
    }

    @ParameterizedTest
    @EnumSource
    void isAsIfOneByOneWithRocksDb(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, Backend.ROCKSDB, new Configuration());
        settleAndCheck(environment, control, 50);
    }

    @ParameterizedTest
    @EnumSource
    void isAsIfOneByOneWithATinyCache(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Bank.settle(
                                TransactionalGraph.named("bank")
                                        .concurrencyControl(control)
                                        .cacheCapacity(10)
                                        .maxInFlight(64),
                                Bank.transfers(environment, 0, TRANSFERS, 1_000),
                                Bank.BALANCE));
        check(results, 1_000);
    }

    private static void settleAndCheck(
            StreamExecutionEnvironment environment, ConcurrencyControl control, int accounts)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Bank.settle(
                                TransactionalGraph.named("bank").concurrencyControl(control),
                                Bank.transfers(environment, 0, TRANSFERS, accounts),
                                Bank.BALANCE));
        check(results, accounts);
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }

    private static void check(List<TransactionResult<Long>> results, int accounts) {
        Bank.checkComplete(results, 0, TRANSFERS);
        Map<Integer, Long> balances = Bank.replay(results, Map.of(), accounts);
        Bank.checkConserved(balances);
    }
}
