/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entrances;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams of different types come into one t-graph, to the same states. */
class EntrancesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;

    static List<Combination> combinations() {
        return Stream.of(Combination.pairwise(), Combination.chains())
                .flatMap(List::stream)
                .filter(Combination::isSerializable)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void streamsOfDifferentTypesShareAState(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = combination.environment();

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Tills.settle(
                                combination.graph("bank"),
                                Tills.transfers(environment, COUNT),
                                Tills.deposits(environment, COUNT / 2)));

        Tills.check(results, COUNT, COUNT / 2);
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }

    /** Only one of the inputs is parallel. */
    @ParameterizedTest
    @EnumSource
    void inputThatIsNotParallelKeepsItsOrder(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> ordered = settledInOrder(control, deposits -> deposits);

        assertThat(Tills.keys(ordered, Tills.DEPOSITS))
                .containsExactlyElementsOf(LongStream.range(0, COUNT).boxed().toList());
    }

    /** The stream, its keyed edge and the t-graph are parallel in different ways. */
    @ParameterizedTest
    @EnumSource
    void inputThatIsKeyedKeepsTheOrderOfEachKey(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> ordered =
                settledInOrder(
                        control,
                        deposits ->
                                deposits.keyBy(Deposit::account)
                                        .map(deposit -> deposit)
                                        .returns(Deposit.class)
                                        .setParallelism(2)
                                        .keyBy(Deposit::account));

        for (int account = 0; account < Tills.ACCOUNTS; account++) {
            int same = account;
            assertThat(Tills.keys(ordered, Tills.DEPOSITS).stream())
                    .filteredOn(key -> Deposit.numbered(key, Tills.ACCOUNTS).account() == same)
                    .as("account %d", account)
                    .isNotEmpty()
                    .isSorted();
        }
    }

    /**
     * Results at PL4, in their order, of parallel transfers and of deposits that come in one order.
     *
     * @param behind what is between the source of the deposits and the t-graph
     */
    private static List<TransactionResult<Long>> settledInOrder(
            ConcurrencyControl control, UnaryOperator<DataStream<Deposit>> behind)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(3);
        DataStream<Deposit> deposits =
                environment
                        .fromSequence(0, COUNT - 1)
                        .setParallelism(1)
                        .map(number -> Deposit.numbered(number, Tills.ACCOUNTS))
                        .returns(Deposit.class)
                        .setParallelism(1);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Tills.settle(
                                TransactionalGraph.named("bank")
                                        .isolation(IsolationLevel.PL4)
                                        .concurrencyControl(control),
                                Tills.transfers(environment, COUNT),
                                behind.apply(deposits)));
        Tills.check(results, COUNT, COUNT);
        return results.stream().sorted(Comparator.comparing(TransactionResult::timestamp)).toList();
    }

    /** An entrance may also be the only one, have no keys, or lead to no state of others. */
    @Test
    void entrancesNeedNotBeAlike() throws Exception {
        StateSpec<Long, Long> sum = Numbers.sums("sum");
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("mixed");
        TransactionalStream<Long> keyed =
                graph.openTransaction(
                                "keyed", environment.fromSequence(1, 10), number -> "" + number)
                        .keyBy(number -> number % 2)
                        .update(sum, Long::sum);
        TransactionalStream<Long> plain =
                graph.openTransaction("plain", environment.fromData("a", "bb", "ccc"))
                        .map(String::length)
                        .map(length -> (long) length, Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(TransactionalGraph.closeTransaction(keyed, plain));

        assertThat(results)
                .filteredOn(result -> result.entrance().equals("keyed"))
                .hasSize(10)
                .allSatisfy(result -> assertThat(result.key()).isNotEmpty())
                .allSatisfy(result -> assertThat(result.updates()).hasSize(1));
        assertThat(results)
                .filteredOn(result -> result.entrance().equals("plain"))
                .allSatisfy(result -> assertThat(result.key()).isEmpty())
                .flatExtracting(TransactionResult::emitted)
                .containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    @Test
    void onlyEntranceMayHaveAName() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("bank")
                                .openTransaction(
                                        Tills.DEPOSITS,
                                        Tills.deposits(environment, COUNT),
                                        Deposit::key)
                                .keyBy(Deposit::account)
                                .update(Bank.BALANCE, (balance, paid) -> balance + paid.amount())
                                .closeTransaction());

        Tills.check(results, 0, COUNT);
    }
}
