/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.results;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What behind a t-graph is known of the elements in front of it: when they were, and, if the
 * t-graph returns inputs, all of them. Before and after a failure, which repeats what a log holds.
 */
class ResultsOfElementsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 2;
    private static final int COUNT = 6_000;
    private static final int ACCOUNTS = 5;
    private static final long WINDOW_MS = 100;
    private static final String LETTERS = "-letters";
    private static final String WINDOWS = "-windows";
    private static final StateSpec<Long, Long> BALANCE =
            StateSpec.named("balance", Long.class, Long.class).initialValue(0L);
    private static final StateSpec<Long, String> SEEN =
            StateSpec.named("seen", Long.class, String.class);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** Its number is also its time, in milliseconds. */
    public record Order(long number, List<String> lines) {
        static Order numbered(long number) {
            return new Order(number, List.of("pen " + number, "ink"));
        }

        List<Long> accounts() {
            return List.of(number % ACCOUNTS, (number + 1) % ACCOUNTS);
        }

        static boolean isRejected(long number) {
            return number % 7 == 3;
        }
    }

    public record Sum(long window, long count) {}

    public record Letter(Order order, String reasons) {}

    @ParameterizedTest(name = "{0}, {1}, keys {2}, checkpoints every {3} ms")
    @CsvSource({
        "LOCK_BASED, CHECKPOINT, true, 100",
        "LOCK_BASED, LOG, false, 3600000",
        "TIMESTAMP_BASED, CHECKPOINT, false, 100",
        "TIMESTAMP_BASED, LOG, true, 3600000",
        "TIMESTAMP_BASED, LOG, true, 100",
        "DETERMINISTIC, CHECKPOINT, true, 100",
        "DETERMINISTIC, LOG, false, 3600000",
    })
    void windowsAndDeadLettersSurviveAFailure(
            ConcurrencyControl control, Durability durability, boolean keyed, int checkpointMs)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        PARALLELISM,
                        Backend.HEAP,
                        EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs)));
        TransactionalGraph graph =
                TransactionalGraph.named("orders")
                        .concurrencyControl(control)
                        .returnInputs(ReturnedInputs.ABORTED);
        if (durability == Durability.LOG) {
            graph.writeAheadLog(new FileLog(directory.toUri().toString()));
        }
        Faults<TransactionResult<Order>> after = new Faults<>(test, COUNT / 2, 1);
        DataStream<TransactionResult<Order>> settled = settle(graph, orders(environment), keyed);
        DataStream<TransactionResult<Order>> results =
                settled.map(after).returns(settled.getType());

        // What getting-started promises: one line each.
        ExactlyOnceSink.collect(
                results.filter(TransactionResult::isAborted)
                        .map(result -> new Letter(result.input(Order.class), reason(result))),
                test + LETTERS);
        ExactlyOnceSink.collect(counts(results), test + WINDOWS);
        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(1);
        assertThat(ExactlyOnceSink.<Letter>received(test + LETTERS))
                .containsExactlyInAnyOrderElementsOf(
                        numbers(Order::isRejected)
                                .mapToObj(n -> new Letter(Order.numbered(n), "refused"))
                                .toList());
        assertThat(ExactlyOnceSink.<Sum>received(test + WINDOWS))
                .containsExactlyInAnyOrderElementsOf(expectedCounts());
    }

    /** Committed ones, too, and requests of other types by other entrances. */
    @Test
    void allResultsReturnTheInputsOfTheirEntrance() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(PARALLELISM);
        TransactionalGraph graph =
                TransactionalGraph.named("orders").returnInputs(ReturnedInputs.ALL);
        TransactionalStream<Long> texts =
                graph.openTransaction("texts", environment.fromData("1", "2", "3").rebalance())
                        .map(Long::valueOf, Long.class)
                        .keyBy(number -> number)
                        .update(BALANCE, Long::sum);
        TransactionalStream<Long> numbers =
                graph.openTransaction("numbers", environment.fromSequence(4, 6))
                        .keyBy(number -> number)
                        .update(BALANCE, Long::sum);

        List<String> inputs =
                EmbeddedFlink.collect(
                        TransactionalGraph.closeTransaction(texts, numbers)
                                .rebalance() // so that results are written, and read again
                                .map(ResultsOfElementsITCase::described));

        assertThat(inputs).containsExactlyInAnyOrder("text 1", "text 2", "text 3", "4", "5", "6");
    }

    private static String described(TransactionResult<Long> result) {
        return result.entrance().equals("texts")
                ? "text " + result.input(String.class)
                : result.input(Long.class).toString();
    }

    @Test
    void leavesHaveNames() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(PARALLELISM);
        TransactionalStream<Long> numbers =
                TransactionalGraph.named("orders").openTransaction(environment.fromSequence(1, 20));
        TransactionalStream<Long> balances =
                numbers.keyBy(number -> number).update(BALANCE, Long::sum);
        TransactionalStream<Long> fresh =
                numbers.keyBy(number -> number % 10)
                        .insert(SEEN, String::valueOf, (text, number) -> number, Long.class);
        DataStream<TransactionResult<LeafElement<Object>>> results =
                TransactionalGraph.closeTransaction(
                        balances.as("balances"),
                        fresh.map(String::valueOf, String.class).as("fresh"));

        List<TransactionResult<LeafElement<Object>>> all =
                EmbeddedFlink.collect(results.rebalance());

        assertThat(all).hasSize(20);
        assertThat(all.stream().filter(TransactionResult::isCommitted))
                .hasSize(10)
                .allSatisfy(
                        result -> {
                            long number = (Long) LeafElement.in(result, "balances").get(0);
                            assertThat(LeafElement.in(result, "fresh"))
                                    .containsExactly(Long.toString(number));
                        });
    }

    /** Orders meet their own results: both have the same time. */
    @Test
    void resultsMeetTheirElementsInAnIntervalJoin() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(PARALLELISM);
        DataStream<Order> orders = orders(environment);
        DataStream<Long> keys =
                settle(TransactionalGraph.named("orders"), orders, true)
                        .map(result -> Long.valueOf(result.key()));

        List<Long> met =
                EmbeddedFlink.collect(
                        orders.keyBy(Order::number)
                                .intervalJoin(keys.keyBy(key -> key))
                                .between(Duration.ZERO, Duration.ZERO)
                                .process(new Meeting()));

        assertThat(met)
                .containsExactlyInAnyOrderElementsOf(numbers(number -> true).boxed().toList());
    }

    private static final class Meeting extends ProcessJoinFunction<Order, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Order order, Long key, Context context, Collector<Long> out) {
            out.collect(key);
        }
    }

    // ------------------------------------------------------------------ parts

    private static DataStream<Order> orders(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new NumberSequenceSource(0, COUNT - 1),
                        WatermarkStrategy.<Long>forGenerator(context -> new AfterEach())
                                .withTimestampAssigner((number, before) -> number),
                        "numbers")
                .setParallelism(1) // else one instance may read what is older after what is newer
                .map(Order::numbered);
    }

    private static DataStream<TransactionResult<Order>> settle(
            TransactionalGraph graph, DataStream<Order> orders, boolean keyed) {
        TransactionalStream<Order> opened =
                keyed
                        ? graph.openTransaction(orders, order -> Long.toString(order.number()))
                        : graph.openTransaction(orders);
        TransactionalStream<Order> checked =
                opened.process(
                        (order, transaction, out) -> {
                            if (Order.isRejected(order.number())) {
                                transaction.abort("refused");
                            }
                            out.collect(order);
                        },
                        Order.class);
        checked.flatMap(Order::accounts, Long.class)
                .keyBy(account -> account)
                .update(BALANCE, (balance, account) -> balance + 1);
        return checked.closeTransaction();
    }

    private static String reason(TransactionResult<?> result) {
        return result.reasons().get(0).rule();
    }

    private static DataStream<Sum> counts(DataStream<TransactionResult<Order>> results) {
        return results.filter(TransactionResult::isCommitted)
                .map(result -> new Sum(windowOf(result.emitted().get(0).number()), 1))
                .keyBy(Sum::window)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(WINDOW_MS)))
                .reduce((one, two) -> new Sum(one.window(), one.count() + two.count()));
    }

    private static List<Sum> expectedCounts() {
        Map<Long, Long> counts = new TreeMap<>();
        numbers(number -> !Order.isRejected(number))
                .forEach(number -> counts.merge(windowOf(number), 1L, Long::sum));
        return counts.entrySet().stream()
                .map(window -> new Sum(window.getKey(), window.getValue()))
                .toList();
    }

    private static long windowOf(long number) {
        return number / WINDOW_MS;
    }

    private static LongStream numbers(LongPredicate wanted) {
        return LongStream.range(0, COUNT).filter(wanted);
    }

    private static final class AfterEach implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long number, long timestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(number));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
