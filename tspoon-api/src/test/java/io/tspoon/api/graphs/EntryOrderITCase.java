/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Transfer;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** PL4: as if one by one in the order of entry, and nothing is ever tried again. */
class EntryOrderITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 5_000;

    /** Chains keep the order in any t-graph, so few shapes of theirs are enough. */
    static Stream<Arguments> shapes() {
        return BankITCase.shapes()
                .filter(
                        shape ->
                                shape.get()[0] != ConcurrencyControl.DETERMINISTIC
                                        || shape.get()[1].equals(2));
    }

    @ParameterizedTest(name = "{0}, parallelism {1}, {2} accounts")
    @MethodSource("shapes")
    void isAsIfOneByOneInTheOrderOfEntry(ConcurrencyControl control, int parallelism, int accounts)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);
        DataStream<Transfer> transfers = Bank.transfers(environment, 0, TRANSFERS, accounts);

        check(run(control, transfers), parallelism, accounts);
    }

    @ParameterizedTest(name = "{0}, parallelism {1}, {2} accounts")
    @MethodSource("shapes")
    void orderOfASerialInputIsKept(ConcurrencyControl control, int parallelism, int accounts)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);

        check(run(control, serial(environment, accounts)), 1, accounts);
    }

    @ParameterizedTest(name = "{0}, parallelism {1}, {2} accounts")
    @MethodSource("shapes")
    void checkpointsInBetweenDoNotStallOrReorder(
            ConcurrencyControl control, int parallelism, int accounts) throws Exception {
        Configuration checkpoints = EmbeddedFlink.checkpointing(Duration.ofMillis(10));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, EmbeddedFlink.Backend.HEAP, checkpoints);
        DataStream<Transfer> transfers = Bank.transfers(environment, 0, TRANSFERS, accounts);

        check(run(control, transfers), parallelism, accounts);
    }

    /** One source subtask, whatever the parallelism of the t-graph. */
    private static DataStream<Transfer> serial(
            StreamExecutionEnvironment environment, int accounts) {
        return environment
                .fromSource(
                        new NumberSequenceSource(0, TRANSFERS - 1),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .map(number -> Transfer.numbered(number, accounts, 42))
                .returns(Transfer.class)
                .setParallelism(1);
    }

    private static List<TransactionResult<Long>> run(
            ConcurrencyControl control, DataStream<Transfer> transfers) throws Exception {
        return EmbeddedFlink.collect(
                Bank.settle(
                        TransactionalGraph.named("bank")
                                .isolation(IsolationLevel.PL4)
                                .concurrencyControl(control),
                        transfers,
                        Bank.BALANCE));
    }

    private static void check(List<TransactionResult<Long>> results, int sources, int accounts) {
        Bank.checkComplete(results, 0, TRANSFERS);
        Workload.checkEntryOrder(results, Numbers.parts(TRANSFERS, sources));
        Map<Integer, Long> balances = Bank.replay(results, Map.of(), accounts);
        Bank.checkConserved(balances);
    }
}
