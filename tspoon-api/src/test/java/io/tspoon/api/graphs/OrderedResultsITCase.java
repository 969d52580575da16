/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.protocol.Timestamps;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Results leave in the order of entry, if that is asked for. */
class OrderedResultsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 5_000;

    /** Few accounts, so that some wait for others, and some do not. */
    private static final int ACCOUNTS = 60;

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, 1",
        "LOCK_BASED, 2",
        "LOCK_BASED, 4",
        "TIMESTAMP_BASED, 2",
        "TIMESTAMP_BASED, 4",
        "DETERMINISTIC, 1",
        "DETERMINISTIC, 2",
        "DETERMINISTIC, 4"
    })
    void resultsOfASerialInputAreAsOfASerialExecution(ConcurrencyControl control, int parallelism)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);
        DataStream<Transfer> transfers =
                environment
                        .fromSequence(0, TRANSFERS - 1)
                        .setParallelism(1)
                        .map(number -> Transfer.numbered(number, ACCOUNTS, 42))
                        .returns(Transfer.class)
                        .setParallelism(1);

        List<TransactionResult<Long>> results = run(control, transfers);

        assertThat(results)
                .extracting(TransactionResult::key)
                .containsExactlyElementsOf(
                        LongStream.range(0, TRANSFERS).mapToObj(Long::toString).toList());
        assertThat(results).extracting(TransactionResult::timestamp).isSorted();
        Bank.checkConserved(Bank.replay(results, Map.of(), ACCOUNTS));
    }

    @ParameterizedTest
    @EnumSource
    void eachCoordinatorHasItsOwnOrder(ConcurrencyControl control) throws Exception {
        int parallelism = 3;
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(parallelism);

        List<TransactionResult<Long>> results =
                run(control, Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS));

        Timestamps timestamps = new Timestamps(parallelism);
        Map<Integer, List<Long>> byCoordinator =
                results.stream()
                        .map(result -> result.timestamp().value())
                        .collect(Collectors.groupingBy(timestamps::coordinator));
        assertThat(byCoordinator).hasSize(parallelism);
        assertThat(byCoordinator.values()).allSatisfy(of -> assertThat(of).isSorted());
        List<TransactionResult<Long>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        assertThat(results).as("no order of all").isNotEqualTo(ordered);
    }

    @Test
    void refusedWhereTransactionsAreNotExecutedInThatOrder() {
        DataStream<Transfer> transfers =
                Bank.transfers(EmbeddedFlink.environment(1), 0, TRANSFERS, ACCOUNTS);
        TransactionalGraph graph =
                TransactionalGraph.named("bank").isolation(IsolationLevel.PL3).orderedResults();

        assertThatThrownBy(() -> graph.openTransaction(transfers))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessage(
                        "[TSP-1021] Cannot open t-graph: results cannot leave in the order of"
                                + " entry, as only PL4 executes transactions in it, graph=bank,"
                                + " isolation=PL3. Set isolation(IsolationLevel.PL4), or leave"
                                + " orderedResults() out.");
    }

    private static List<TransactionResult<Long>> run(
            ConcurrencyControl control, DataStream<Transfer> transfers) throws Exception {
        return EmbeddedFlink.collect(
                Bank.settle(
                        TransactionalGraph.named("bank")
                                .isolation(IsolationLevel.PL4)
                                .concurrencyControl(control)
                                .orderedResults(),
                        transfers,
                        Bank.BALANCE));
    }
}
