/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.triggers;

import io.tspoon.api.Batches;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerTarget;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/** What commits triggers others exactly once, and what aborts triggers none. */
class TriggersITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long COUNT = 1_500;

    private static final StateSpec<Long, Long> COUNTED =
            StateSpec.named("counted", Long.class, Long.class).initialValue(0L);

    private static final StateSpec<Long, Long> SECOND =
            StateSpec.named("second", Long.class, Long.class).initialValue(0L);

    private static final TriggerSpec<Long> NEXT = TriggerSpec.named("next", Long.class);

    static List<Combination> combinations() {
        List<Combination> all = new ArrayList<>(Combination.pairwise());
        Combination.chains().stream()
                .filter(chain -> chain.backend() == Backend.HEAP)
                .forEach(all::add);
        return all;
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void chainsOnKeys(Combination combination) throws Exception {
        chain(Chains.KEYS, combination);
    }

    /** Each level, and each parallelism. */
    static List<Combination> attempts() {
        return Combination.pairwise().stream()
                .filter(one -> one.parallelism() == 2 || one.isolation() == IsolationLevel.PL4)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void chainsInPartitions(Combination combination) throws Exception {
        chain(Chains.PARTITIONS, combination);
    }

    private static void chain(Chains chains, Combination combination) throws Exception {
        StreamExecutionEnvironment environment = combination.environment();
        DataStream<TransactionResult<Long>> chained =
                chains.chain(
                        combination.graph("chains"),
                        environment,
                        environment.fromSource(
                                new NumberSequenceSource(0, COUNT - 1), Chains.time(), "numbers"));
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(chained.process(new InTime<>()).returns(chained.getType()));

        Chains.check(results, COUNT, combination.isSerializable());
        if (combination.isOrdered()) {
            Chains.checkOrder(results);
        }
    }

    /** Refuses what is late: watermarks wait for what elements in front of them have triggered. */
    private static final class InTime<T> extends ProcessFunction<T, T> {
        @Override
        public void processElement(T result, Context context, Collector<T> out) {
            assertThat(context.timestamp())
                    .as("%s", result)
                    .isGreaterThan(context.timerService().currentWatermark());
            out.collect(result);
        }
    }

    /** A watermark that ends a batch waits for what that has triggered, too. */
    @Test
    void whatBatchesTriggerIsNotLate() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("batches");
        DataStream<TransactionResult<Long>> results =
                graph.openBatches(
                                "numbers",
                                environment.fromSource(
                                        new NumberSequenceSource(0, COUNT - 1),
                                        Chains.time(),
                                        "numbers"),
                                Batches.byWatermark())
                        .union(graph.openTriggers(environment, NEXT))
                        .keyBy(number -> number)
                        .apply(
                                COUNTED,
                                (value, number, transaction) -> {
                                    if (number >= 0) {
                                        transaction.trigger(NEXT, -1 - number);
                                    }
                                },
                                Long.class)
                        .closeTransaction();
        List<TransactionResult<Long>> all =
                EmbeddedFlink.collect(results.process(new InTime<>()).returns(results.getType()));

        assertThat(all).allMatch(TransactionResult::isCommitted);
        assertThat(all).filteredOn(result -> result.entrance().equals("next")).hasSize((int) COUNT);
    }

    /** One that triggers itself ends, and its last transaction says why. */
    @Test
    void chainEndsAtTheGreatestDepth() throws Exception {
        endsAtTheGreatestDepth(count(number -> 1, number -> number, 3));
    }

    /** What the engine refuses is no failure that the program has to declare. */
    @Test
    void chainEndsAtTheGreatestDepthThoughNoAccessFails() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph =
                TransactionalGraph.named("depth")
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC);
        endsAtTheGreatestDepth(
                EmbeddedFlink.collect(
                        graph.openTransaction(
                                        "numbers", environment.fromSequence(0, 2), n -> "" + n)
                                .union(graph.openTriggers(environment, NEXT))
                                .keyBy(number -> number)
                                .neverFails()
                                .apply(
                                        COUNTED,
                                        (value, number, transaction) ->
                                                transaction.trigger(NEXT, number),
                                        Long.class)
                                .closeTransaction()));
    }

    private static void endsAtTheGreatestDepth(List<TransactionResult<Long>> results) {
        assertThat(results).hasSize(3 * (1 + TriggerTarget.MAX_DEPTH));
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .hasSize(3)
                .allSatisfy(result -> isTooMany(result, "maxDepth=100"));
    }

    @Test
    void transactionThatTriggersTooManyAborts() throws Exception {
        List<TransactionResult<Long>> results =
                count(
                        number -> number < 0 ? 0 : TriggerTarget.MAX_TRIGGERED + (int) number - 1,
                        number -> -1 - number,
                        4);

        assertThat(results).filteredOn(result -> result.entrance().equals("next")).hasSize(1_999);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .hasSize(2)
                .allSatisfy(result -> isTooMany(result, "limit=1000"));
    }

    /** Some by a function in front of the state, and some by the access. */
    @Test
    void transactionThatTriggersTooManyInSeveralPlacesAborts() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("places");
        TransactionalStream<Long> numbers =
                graph.openTransaction(
                                "numbers", environment.fromData(0L, 1L, 2L), number -> "" + number)
                        .process(
                                (number, transaction, out) -> {
                                    for (int i = 0; i < 500; i++) {
                                        transaction.trigger(NEXT, -1L);
                                    }
                                    out.collect(number);
                                },
                                Long.class);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        numbers.union(graph.openTriggers(environment, NEXT))
                                .keyBy(number -> number)
                                .apply(
                                        COUNTED,
                                        (value, number, transaction) -> {
                                            for (int i = 0; number >= 0 && i < 499 + number; i++) {
                                                transaction.trigger(NEXT, -1L);
                                            }
                                        },
                                        Long.class)
                                .closeTransaction());

        assertThat(results).filteredOn(result -> result.entrance().equals("next")).hasSize(1_999);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .hasSize(1)
                .allSatisfy(result -> assertThat(result.key()).isEqualTo("2"))
                .allSatisfy(result -> isTooMany(result, "limit=1000"));
    }

    /**
     * The second access does not know how many the first one has triggered, so it decides nothing.
     */
    @Test
    void transactionThatTriggersTooManyInARowLeavesNothing() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("row").isolation(IsolationLevel.PL4);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        graph.openTransaction(
                                        "numbers",
                                        environment.fromData(0L, 1L, 2L, 12L),
                                        number -> "" + number)
                                .union(graph.openTriggers(environment, NEXT))
                                .keyBy(number -> number % 10)
                                .apply(COUNTED, TriggersITCase::countAndTrigger, Long.class)
                                .keyBy(number -> number % 10)
                                .apply(SECOND, TriggersITCase::countAndTrigger, Long.class)
                                .closeTransaction());

        assertThat(results)
                .filteredOn(result -> result.entrance().equals("next"))
                .hasSize(998 + 1_000);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .singleElement()
                .satisfies(result -> assertThat(result.key()).isEqualTo("2"))
                .satisfies(result -> isTooMany(result, "limit=1000"));
        assertThat(results)
                .filteredOn(result -> result.key().equals("12"))
                .singleElement()
                .satisfies(result -> assertThat(COUNTED.updatesIn(result)).containsEntry(2L, 1L))
                .satisfies(result -> assertThat(SECOND.updatesIn(result)).containsEntry(2L, 1L));
    }

    private static void countAndTrigger(
            ValueAccess<Long> value, Long number, StateContext<Long> transaction) {
        value.set(value.get() + 1);
        for (int i = 0; number >= 0 && number < 10 && i < 499 + number; i++) {
            transaction.trigger(NEXT, -1L);
        }
        transaction.emit(number);
    }

    /** That is said of the batch, and not of the element that has come last. */
    @Test
    void batchWhoseElementsTriggerTooManyAborts() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("batch");
        TransactionalStream<Long> numbers =
                graph.openBatches(
                                "numbers",
                                environment.fromData(0L, 1L),
                                Batches.byKeyAndSize(number -> "both", number -> 2),
                                number -> "" + number)
                        .process(
                                (number, transaction, out) -> {
                                    for (int i = 0; number == 0 && i < 501; i++) {
                                        transaction.trigger(NEXT, -1L);
                                    }
                                    out.collect(number);
                                },
                                Long.class);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        numbers.union(graph.openTriggers(environment, NEXT))
                                .keyBy(number -> number)
                                .apply(
                                        COUNTED,
                                        (value, number, transaction) -> {
                                            for (int i = 0; number == 1 && i < 500; i++) {
                                                transaction.trigger(NEXT, -1L);
                                            }
                                        },
                                        Long.class)
                                .closeTransaction());

        assertThat(results)
                .singleElement()
                .satisfies(
                        result -> {
                            isTooMany(result, "limit=1000");
                            assertThat(result.reasons().get(0).detail()).isEqualTo("limit=1000");
                        });
    }

    /** The second access votes last, and does not know what the first one has triggered. */
    @Test
    void firstOfAccessesInARowTriggers() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("row");
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        graph.openTransaction(
                                        "numbers", environment.fromSequence(0, 99), n -> "" + n)
                                .union(graph.openTriggers(environment, NEXT))
                                .keyBy(number -> number)
                                .apply(
                                        COUNTED,
                                        (value, number, transaction) -> {
                                            if (number >= 0) {
                                                transaction.trigger(NEXT, -1 - number);
                                            }
                                            transaction.emit(number);
                                        },
                                        Long.class)
                                .keyBy(number -> number)
                                .update(
                                        SECOND,
                                        (value, number) -> value + 1,
                                        (value, number) -> number,
                                        Long.class)
                                .closeTransaction());

        assertThat(results).filteredOn(result -> result.entrance().equals("next")).hasSize(100);
        assertThat(results).hasSize(200).allMatch(TransactionResult::isCommitted);
    }

    private interface Followers extends LongToIntFunction, Serializable {}

    private interface Next extends LongUnaryOperator, Serializable {}

    private static List<TransactionResult<Long>> count(Followers followers, Next next, int numbers)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("bounds").maxInFlight(4);
        TransactionalStream<Long> first =
                graph.openTransaction(
                        "numbers", environment.fromSequence(0, numbers - 1), number -> "" + number);
        return EmbeddedFlink.collect(
                first.union(graph.openTriggers(environment, NEXT))
                        .keyBy(number -> number)
                        .apply(
                                COUNTED,
                                (value, number, transaction) -> {
                                    value.set(value.get() + 1);
                                    for (int i = 0; i < followers.applyAsInt(number); i++) {
                                        transaction.trigger(NEXT, next.applyAsLong(number));
                                    }
                                },
                                Long.class)
                        .closeTransaction());
    }

    private static void isTooMany(TransactionResult<Long> result, String detail) {
        assertThat(result.reasons())
                .singleElement()
                .satisfies(
                        reason -> {
                            assertThat(reason.kind()).isEqualTo(AbortReason.Kind.BOUND);
                            assertThat(reason.rule()).isEqualTo("too many triggers");
                            assertThat(reason.detail()).contains(detail);
                        });
    }
}
