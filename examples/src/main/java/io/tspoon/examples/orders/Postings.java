/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.books.BookKey;
import io.tspoon.examples.books.Posting;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/**
 * Lists what each order changed, from two independent sources: the amount taken comes from the
 * order itself, the amount left from the updates of the t-graph.
 */
final class Postings implements FlatMapFunction<TransactionResult<Pick>, Posting> {
    private static final long serialVersionUID = 1L;

    static final String CREDIT = "credit";
    static final String STOCK = "stock";

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
        Posting.post(
                result,
                OrdersGraph.CREDIT,
                customer -> new BookKey(CREDIT, customer, ""),
                creditLimit,
                spent,
                out);
        Posting.post(
                result,
                OrdersGraph.STOCK,
                place -> new BookKey(STOCK, place.warehouse(), place.item()),
                initialStock,
                picked,
                out);
    }
}
