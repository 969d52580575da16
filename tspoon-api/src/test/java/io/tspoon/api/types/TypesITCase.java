/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Values come through sources, edges, copies, the cache, a state backend and results as they were.
 */
class TypesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;
    private static final int KEYS = 50;

    /** Declared as it is used: what Flink would leave to Kryo, or give back in another form. */
    @TypeInfo(ValueTypeFactory.class)
    public record Order(
            UUID customer, LocalDate due, Optional<Duration> within, Map<String, Long> lines) {}

    /** The value of a customer. */
    public record Basket(
            SortedMap<String, Long> amounts,
            Map<String, List<Optional<LocalDate>>> dates,
            Deque<Long> last) {}

    private static final StateSpec<UUID, Basket> BASKETS =
            StateSpec.named("baskets", UUID.class, Basket.class)
                    .initialValue(
                            new Basket(
                                    new TreeMap<>(String.CASE_INSENSITIVE_ORDER),
                                    new LinkedHashMap<>(),
                                    new ArrayDeque<>()));

    private static Order order(long number) {
        Map<String, Long> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        lines.put("Pen", number);
        lines.put("ink", null);
        return new Order(
                new UUID(0, number % KEYS),
                LocalDate.EPOCH.plusDays(number),
                number % 2 == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(number)),
                lines);
    }

    /** Finds "pen" in any case, as long as each map has kept its order. */
    private static Basket add(Basket basket, Order order) {
        SortedMap<String, Long> amounts = new TreeMap<>(basket.amounts());
        amounts.merge("PEN", order.lines().get("pen"), Long::sum);
        Map<String, List<Optional<LocalDate>>> dates = new LinkedHashMap<>(basket.dates());
        dates.put("z" + (9 - dates.size() % 10), List.of(Optional.of(order.due())));
        Deque<Long> last = new ArrayDeque<>(basket.last());
        last.addFirst(order.lines().get("PEN"));
        if (last.size() > 3) {
            last.removeLast();
        }
        return new Basket(amounts, dates, last);
    }

    @ParameterizedTest
    @EnumSource
    void valuesComeBackAsTheyWere(EmbeddedFlink.Backend backend) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, backend, new Configuration());
        DataStream<Order> orders = environment.fromSequence(0, COUNT - 1).map(TypesITCase::order);

        List<TransactionResult<Basket>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("shop")
                                .cacheCapacity(4)
                                .openTransaction(orders.rebalance())
                                .keyBy(Order::customer, Types.GENERIC(UUID.class))
                                .update(BASKETS, TypesITCase::add)
                                .closeTransaction());

        assertThat(results).hasSize(COUNT);
        Map<UUID, Basket> last = new LinkedHashMap<>();
        results.forEach(
                result ->
                        BASKETS.updatesIn(result)
                                .forEach(
                                        (key, basket) ->
                                                last.merge(key, basket, TypesITCase::later)));
        assertThat(last).hasSize(KEYS);
        last.forEach(TypesITCase::check);
    }

    private static Basket later(Basket a, Basket b) {
        return b.dates().size() > a.dates().size() ? b : a;
    }

    private static void check(UUID customer, Basket basket) {
        long first = customer.getLeastSignificantBits();
        assertThat(basket.dates()).hasSizeGreaterThan(1);
        assertThat(basket.dates().keySet()).startsWith("z9", "z8");
        assertThat(basket.amounts()).containsOnlyKeys("PEN").containsKey("pen");
        assertThat(basket.last()).isInstanceOf(ArrayDeque.class).allMatch(n -> n % KEYS == first);
    }
}
