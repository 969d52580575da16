/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.transact.NewOrder.Command;
import io.tspoon.api.transact.NewOrder.Order;
import io.tspoon.api.transact.NewOrder.Ordered;
import io.tspoon.api.transact.NewOrder.Receipt;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** New-Order of TPC-C is as if executed one by one, and keeps its consistency conditions. */
class NewOrderITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int ORDERS = 2_000;

    static List<Combination> combinations() {
        return List.of(
                combination(IsolationLevel.PL3, ConcurrencyControl.LOCK_BASED, 2, true),
                combination(IsolationLevel.PL4, ConcurrencyControl.LOCK_BASED, 4, false),
                combination(IsolationLevel.PL3, ConcurrencyControl.TIMESTAMP_BASED, 4, false),
                combination(IsolationLevel.PL4, ConcurrencyControl.TIMESTAMP_BASED, 2, true),
                combination(IsolationLevel.PL4, ConcurrencyControl.DETERMINISTIC, 4, true),
                combination(IsolationLevel.PL4, ConcurrencyControl.DETERMINISTIC, 2, false));
    }

    private static Combination combination(
            IsolationLevel level, ConcurrencyControl control, int parallelism, boolean reuse) {
        return new Combination(level, control, parallelism, reuse, Backend.HEAP);
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void ordersAreAsIfPlacedOneByOne(Combination combination) throws Exception {
        List<TransactionResult<Receipt>> results = run(combination);

        Bank.checkComplete(results, 0, NewOrder.LOADS + ORDERS);
        assertThat(results).filteredOn(TransactionResult::isAborted).hasSizeBetween(5, 50);
        SerialReplay replay =
                SerialReplay.of(
                        results,
                        (key, view) -> NewOrder.replay(new Command(Long.parseLong(key)), view));
        checkConsistency(placed(results), replay);
    }

    /** Rows are filled before the first order comes. */
    private static List<TransactionResult<Receipt>> run(Combination combination) throws Exception {
        String test = UUID.randomUUID().toString();
        StreamExecutionEnvironment environment = combination.environment();
        DataStream<Long> orders =
                environment.fromSource(
                        new GatedNumbers(
                                NewOrder.LOADS,
                                ORDERS,
                                new GatedNumbers.Gate(
                                        test, NewOrder.LOADS, NewOrder.LOADS + ORDERS)),
                        WatermarkStrategy.noWatermarks(),
                        "orders");
        Tap.open(
                combination
                        .graph("store")
                        .openTransaction(
                                environment
                                        .fromSequence(0, NewOrder.LOADS - 1)
                                        .union(orders)
                                        .map(Command::new)
                                        .returns(Command.class),
                                command -> Long.toString(command.number()))
                        .transact(NewOrder.ROLES, NewOrder::execute, Receipt.class)
                        .closeTransaction(),
                test);
        JobClient job = environment.executeAsync();
        Tap.await(test, (int) NewOrder.LOADS, job.getJobExecutionResult());
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();
        return Tap.passed(test);
    }

    private static List<Order> placed(List<TransactionResult<Receipt>> results) {
        return results.stream()
                .flatMap(result -> result.updates().stream())
                .filter(update -> update.state().equals(NewOrder.ORDER_STATE.name()))
                .map(update -> (Order) update.value())
                .toList();
    }

    // ------------------------------------------------------------------ consistency conditions

    private static void checkConsistency(List<Order> placed, SerialReplay replay) {
        Map<Long, List<Long>> numbers = new HashMap<>();
        Map<Long, Long> ordered = new HashMap<>();
        Map<Long, Long> orders = new HashMap<>();
        for (Order order : placed) {
            assertThat(order.total()).isEqualTo(NewOrder.total(order));
            numbers.computeIfAbsent(order.district(), any -> new ArrayList<>()).add(order.number());
            for (Ordered line : order.lines()) {
                long stock = NewOrder.stockKey(line.warehouse(), line.item());
                ordered.merge(stock, line.quantity(), Long::sum);
                orders.merge(stock, 1L, Long::sum);
            }
        }
        assertThat(numbers).hasSize((int) (NewOrder.WAREHOUSES * NewOrder.DISTRICTS));
        numbers.forEach(
                (district, known) -> {
                    long last = replay.value(NewOrder.DISTRICTS_STATE, district).nextOrder() - 1;
                    assertThat(known)
                            .as("numbers of district %s", district)
                            .containsExactlyInAnyOrderElementsOf(
                                    LongStream.rangeClosed(1, last).boxed().toList());
                });
        ordered.forEach(
                (stock, quantity) -> {
                    NewOrder.Stock left = replay.value(NewOrder.STOCK_STATE, stock);
                    assertThat(left.yearToDate()).isEqualTo(quantity);
                    assertThat(left.orders()).isEqualTo(orders.get(stock));
                    assertThat(left.quantity()).isBetween(10L, 100L + 9);
                });
    }
}
