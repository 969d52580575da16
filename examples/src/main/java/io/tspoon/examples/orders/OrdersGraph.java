/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

/**
 * The transactional part of the job: three states, each in a branch of its own. Change the rules in
 * {@code place}, {@code pay} and {@code reserve}; an abort in any of them undoes the others.
 */
final class OrdersGraph {
    static final String MALFORMED = "message is malformed";
    static final String NUMBER_USED = "order number was used";
    static final String CREDIT_EXCEEDED = "credit is exceeded";
    static final String OUT_OF_STOCK = "out of stock";

    /** Accepted orders by number. */
    static final StateSpec<String, PlacedOrder> ORDERS =
            StateSpec.named("orders", String.class, PlacedOrder.class);

    /** What each customer may still spend, in cents. */
    static final StateSpec<String, Long> CREDIT =
            StateSpec.named("credit", String.class, Long.class)
                    .constraint("credit is not negative", cents -> cents >= 0);

    /** Pieces that are left, by warehouse and item. */
    static final StateSpec<Place, Long> STOCK =
            StateSpec.named("stock", Place.class, Long.class)
                    .constraint("stock is not negative", pieces -> pieces >= 0);

    private OrdersGraph() {}

    /**
     * Executes each order as one transaction: it is recorded, paid, and reserved in all of its
     * warehouses. If one of these is impossible, nothing happens.
     *
     * @return one result for each message; a committed one carries the picks of the order
     */
    static DataStream<TransactionResult<Pick>> execute(
            DataStream<IncomingOrder> messages, long creditLimit, long initialStock) {
        TransactionalStream<Order> orders =
                TransactionalGraph.named("orders")
                        .openTransaction(messages, IncomingOrder::key)
                        .process(OrdersGraph::wellFormed, Order.class);

        TransactionalStream<Pick> placed =
                orders.keyBy(Order::number).apply(ORDERS, OrdersGraph::place, Pick.class);
        TransactionalStream<Pick> paid =
                orders.keyBy(Order::customer)
                        .apply(CREDIT.initialValue(creditLimit), OrdersGraph::pay, Pick.class);
        TransactionalStream<Pick> reserved =
                orders.flatMap(Order::picks, Pick.class)
                        .keyBy(Pick::place)
                        .apply(STOCK.initialValue(initialStock), OrdersGraph::reserve, Pick.class);

        return TransactionalGraph.closeTransaction(placed, paid, reserved);
    }

    private static void wellFormed(
            IncomingOrder message, TransactionContext transaction, Collector<Order> out) {
        Order order = message.order();
        if (order == null) {
            transaction.abort(MALFORMED, "problem", message.problem());
        } else {
            out.collect(order);
        }
    }

    /**
     * Aborts if the number has been used, so that a message that arrives twice is executed once.
     */
    private static void place(
            ValueAccess<PlacedOrder> known, Order order, StateContext<Pick> transaction) {
        if (known.exists()) {
            transaction.abort(NUMBER_USED);
        }
        known.set(new PlacedOrder(order.customer(), order.totalCents()));
    }

    private static void pay(ValueAccess<Long> credit, Order order, StateContext<Pick> transaction) {
        long available = valueOf(credit);
        long total = order.totalCents();
        if (total > available) {
            transaction.abort(CREDIT_EXCEEDED, "total", total, "available", available);
        }
        credit.set(available - total);
    }

    private static void reserve(
            ValueAccess<Long> stock, Pick pick, StateContext<Pick> transaction) {
        long left = valueOf(stock);
        if (pick.quantity() > left) {
            transaction.abort(OUT_OF_STOCK, "wanted", pick.quantity(), "left", left);
        }
        stock.set(left - pick.quantity());
        transaction.emit(pick);
    }

    private static long valueOf(ValueAccess<Long> access) {
        Long value = access.get();
        if (value == null) {
            throw new IllegalStateException("Cannot read value: the state has no initial value");
        }
        return value;
    }
}
