/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.api.StateSpec;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What an order changed, seen from two sides: what it took by its own numbers, and what is left by
 * the updates of the t-graph.
 */
final class Postings implements FlatMapFunction<TransactionResult<Pick>, Posting> {
    private static final long serialVersionUID = 1L;

    private final long creditLimit;
    private final long initialStock;

    Postings(OrdersSettings settings) {
        creditLimit = settings.creditLimit();
        initialStock = settings.initialStock();
    }

    @Override
    public void flatMap(TransactionResult<Pick> result, Collector<Posting> out) {
        long total =
                OrdersGraph.ORDERS.updatesIn(result).values().stream()
                        .mapToLong(placed -> placed == null ? 0 : placed.totalCents())
                        .sum();
        ToLongFunction<String> picked =
                place ->
                        result.emitted().stream()
                                .filter(pick -> pick.place().equals(place))
                                .mapToLong(Pick::quantity)
                                .sum();
        post(result, OrdersGraph.CREDIT, false, creditLimit, customer -> total, out);
        post(result, OrdersGraph.STOCK, true, initialStock, picked, out);
    }

    private static void post(
            TransactionResult<Pick> result,
            StateSpec<String, Long> state,
            boolean isStock,
            long opening,
            ToLongFunction<String> taken,
            Collector<Posting> out) {
        for (Map.Entry<String, @Nullable Long> update : state.updatesIn(result).entrySet()) {
            Long balance = update.getValue();
            if (balance == null) {
                throw new IllegalStateException("Cannot post: value deleted, result=" + result);
            }
            out.collect(
                    new Posting(
                            state.name() + " " + update.getKey(),
                            isStock,
                            result.timestamp().value(),
                            opening,
                            taken.applyAsLong(update.getKey()),
                            balance));
        }
    }
}
