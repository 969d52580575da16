/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.api.StateSpec;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Lists what each order changed, from two independent sources: the amount taken comes from the
 * order itself, the amount left from the updates of the t-graph.
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
        Map<String, Long> spent = new HashMap<>();
        for (@Nullable PlacedOrder placed : OrdersGraph.ORDERS.updatesIn(result).values()) {
            if (placed != null) {
                spent.merge(placed.customer(), placed.totalCents(), Long::sum);
            }
        }
        Map<Place, Long> picked = new HashMap<>();
        for (Pick pick : result.emitted()) {
            picked.merge(pick.place(), (long) pick.quantity(), Long::sum);
        }
        post(result, OrdersGraph.CREDIT, BookKey::credit, creditLimit, spent, out);
        post(result, OrdersGraph.STOCK, BookKey::stock, initialStock, picked, out);
    }

    private static <K> void post(
            TransactionResult<Pick> result,
            StateSpec<K, Long> state,
            Function<K, BookKey> bookKey,
            long opening,
            Map<K, Long> taken,
            Collector<Posting> out) {
        Map<K, @Nullable Long> balances = state.updatesIn(result);
        Set<K> keys = new LinkedHashSet<>(taken.keySet());
        keys.addAll(balances.keySet());
        for (K key : keys) {
            Long balance = balances.get(key);
            if (balance == null) {
                throw new IllegalStateException(
                        "Cannot post: the order has no balance of what it took from, state="
                                + state.name()
                                + ", key="
                                + key
                                + ", result="
                                + result);
            }
            out.collect(
                    new Posting(
                            bookKey.apply(key),
                            result.timestamp().value(),
                            opening,
                            taken.getOrDefault(key, 0L),
                            balance));
        }
    }
}
