/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.fix;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The transactions of an order: check the funds and debit them, choose a venue, update the order,
 * and give the money back if no venue has enough. Each triggers the next one, so the funds of a
 * customer are not held while a venue is chosen, and the hot symbols not while funds are debited.
 */
final class FixGraph {
    static final String ORDERED = "orders";

    /** What a customer has in the beginning. */
    static final long FUNDS_CENTS = 5_000_000;

    /** What the venues offer of each symbol in the beginning. */
    static final Map<String, Integer> OFFERS = Map.of("XETR", 4_000, "XLON", 3_000, "XPAR", 2_000);

    static final TriggerSpec<FixOrder> ROUTE = TriggerSpec.named("route", FixOrder.class);
    static final TriggerSpec<Routed> UPDATE = TriggerSpec.named("update", Routed.class);
    static final TriggerSpec<FixOrder> REFUND = TriggerSpec.named("refund", FixOrder.class);

    /** By customer, in cents. */
    static final StateSpec<String, Long> FUNDS =
            StateSpec.named("funds", String.class, Long.class)
                    .initialValue(FUNDS_CENTS)
                    .constraint("funds are enough", cents -> cents >= 0);

    /** By symbol: the pieces that each venue offers. */
    static final StateSpec<String, Map<String, Integer>> VENUES =
            StateSpec.named(
                            "venues",
                            new TypeHint<String>() {},
                            new TypeHint<Map<String, Integer>>() {})
                    .initialValue(OFFERS);

    /** By order: where it is executed; empty if nowhere. */
    static final StateSpec<String, String> ORDERS =
            StateSpec.named("orders", String.class, String.class);

    private FixGraph() {}

    static DataStream<TransactionResult<Routed>> execute(DataStream<FixOrder> orders) {
        StreamExecutionEnvironment environment = orders.getExecutionEnvironment();
        TransactionalGraph graph = TransactionalGraph.named("fix");
        TransactionalStream<Routed> debited =
                graph.openTransaction(ORDERED, orders, FixOrder::id)
                        .keyBy(FixOrder::customer)
                        .apply(FUNDS, FixGraph::debit, Routed.class);
        TransactionalStream<Routed> routed =
                graph.openTriggers(environment, ROUTE)
                        .keyBy(FixOrder::symbol)
                        .apply(VENUES, FixGraph::choose, Routed.class);
        TransactionalStream<Routed> updated =
                graph.openTriggers(environment, UPDATE)
                        .keyBy(update -> update.order().id())
                        .apply(ORDERS, FixGraph::update, Routed.class);
        TransactionalStream<Routed> refunded =
                graph.openTriggers(environment, REFUND)
                        .keyBy(FixOrder::customer)
                        .apply(FUNDS, FixGraph::refund, Routed.class);
        return TransactionalGraph.closeTransaction(debited, routed, updated, refunded);
    }

    private static void debit(
            ValueAccess<Long> funds, FixOrder order, StateContext<Routed> transaction) {
        funds.set(Objects.requireNonNull(funds.get()) - order.cents());
        transaction.trigger(ROUTE, order);
    }

    /** The venue that offers most, if that is enough. */
    private static void choose(
            ValueAccess<Map<String, Integer>> venues,
            FixOrder order,
            StateContext<Routed> transaction) {
        Map<String, Integer> offers = new TreeMap<>(venues.get());
        String best =
                offers.entrySet().stream()
                        .filter(offer -> offer.getValue() >= order.quantity())
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse("");
        if (!best.isEmpty()) {
            offers.merge(best, -order.quantity(), Integer::sum);
            venues.set(offers);
        }
        transaction.trigger(UPDATE, new Routed(order, best));
    }

    private static void update(
            ValueAccess<String> value, Routed routed, StateContext<Routed> transaction) {
        value.set(routed.venue());
        if (!routed.isFilled()) {
            transaction.trigger(REFUND, routed.order());
        }
        transaction.emit(routed);
    }

    private static void refund(
            ValueAccess<Long> funds, FixOrder order, StateContext<Routed> transaction) {
        funds.set(Objects.requireNonNull(funds.get()) + order.cents());
        transaction.emit(new Routed(order, ""));
    }
}
