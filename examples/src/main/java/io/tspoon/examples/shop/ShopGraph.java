/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

/**
 * The transactional part of the job: five states. Change the rules in the functions; an abort in
 * any of them undoes the others.
 */
final class ShopGraph {
    static final String MALFORMED = "message is malformed";

    static final StateSpec<String, IssuedCoupon> COUPONS =
            StateSpec.named("coupons", String.class, IssuedCoupon.class);

    /** Accepted orders by number. */
    static final StateSpec<String, PlacedOrder> ORDERS =
            StateSpec.named("orders", String.class, PlacedOrder.class);

    /** Cents by item. */
    static final StateSpec<String, Long> PRICES =
            StateSpec.named("prices", String.class, Long.class);

    /** Pieces. */
    static final StateSpec<Place, Long> STOCK =
            StateSpec.named("stock", Place.class, Long.class)
                    .initialValue(0L)
                    .constraint("stock is not negative", pieces -> pieces >= 0);

    /** Cents. */
    static final StateSpec<Account, Long> BALANCES =
            StateSpec.named("balances", Account.class, Long.class)
                    .initialValue(0L)
                    .constraint("balance is not negative", cents -> cents >= 0);

    /** Leaves of the t-graph. */
    private static final String PRICED = "priced";

    static final String MOVED = "moved";
    static final String PAID = "paid";

    private ShopGraph() {}

    /**
     * Executes each command as one transaction. Those of one customer are executed in the order in
     * which they come.
     *
     * @return one result for each message; that of an aborted one has the message as its input
     */
    static DataStream<TransactionResult<LeafElement<Record>>> execute(
            DataStream<Incoming> messages) {
        TransactionalStream<Command> commands =
                TransactionalGraph.named("shop")
                        .returnInputs(ReturnedInputs.ABORTED)
                        .orderedBy(Incoming::party)
                        .openTransaction(messages, Incoming::key)
                        .process(ShopGraph::wellFormed, Command.class);

        TransactionalStream<Step> withCoupon =
                commands.filter(command -> command.couponCode() != null)
                        .keyBy(Command::couponCode, String.class)
                        .apply(COUPONS, ShopGraph::useCoupon, Step.class);
        TransactionalStream<Step> withoutCoupon =
                commands.filter(command -> command.couponCode() == null).map(Step::of, Step.class);
        TransactionalStream<Step> discounted = withCoupon.union(withoutCoupon);

        TransactionalStream<Step> recorded =
                discounted
                        .filter(step -> step.command().orderNumber() != null)
                        .keyBy(step -> step.command().orderNumber(), String.class)
                        .apply(ORDERS, ShopGraph::record, Step.class);
        TransactionalStream<Step> others =
                discounted.filter(step -> step.command().orderNumber() == null);
        TransactionalStream<Step> steps = recorded.union(others);

        TransactionalStream<Quote> priced =
                steps.flatMap(Step::quotes, Quote.class)
                        .keyBy(Quote::item)
                        .apply(
                                PRICES,
                                quote -> quote.isNew() ? AccessMode.WRITE : AccessMode.READ,
                                ShopGraph::price,
                                Quote.class);
        TransactionalStream<Pick> moved =
                steps.flatMap(Step::picks, Pick.class)
                        .keyBy(Pick::place)
                        .apply(STOCK, ShopGraph::move, Pick.class);
        TransactionalStream<Payment> paid =
                steps.flatMap(Step::payments, Payment.class)
                        .keyBy(Payment::account)
                        .apply(BALANCES, ShopGraph::pay, Payment.class);

        return TransactionalGraph.closeTransaction(
                priced.as(PRICED), moved.as(MOVED), paid.as(PAID));
    }

    private static void wellFormed(
            Incoming message, TransactionContext transaction, Collector<Command> out) {
        Command command = message.command();
        if (command == null) {
            transaction.abort(MALFORMED, "problem", message.problem());
        } else {
            out.collect(command);
        }
    }

    private static void useCoupon(
            ValueAccess<IssuedCoupon> known, Command command, StateContext<Step> transaction) {
        Command.Coupon issued = command.coupon();
        if (issued != null) {
            if (known.exists()) {
                transaction.abort("coupon was issued");
            }
            known.set(new IssuedCoupon(issued.percent(), issued.validUntil(), null));
            return;
        }
        IssuedCoupon coupon = known.get();
        if (coupon == null) {
            transaction.abort("coupon is unknown");
        } else if (command.time() > coupon.validUntil()) {
            transaction.abort("coupon has expired", "validUntil", coupon.validUntil());
        } else if (coupon.isUsedByOtherThan(command.orderNumber())) {
            transaction.abort("coupon was used", "by", coupon.usedBy());
        } else {
            known.set(
                    new IssuedCoupon(coupon.percent(), coupon.validUntil(), command.orderNumber()));
            transaction.emit(Step.of(command, coupon.percent()));
        }
    }

    private static void record(
            ValueAccess<PlacedOrder> known, Step step, StateContext<Step> transaction) {
        PlacedOrder placed = known.get();
        if (step.order() != null) {
            if (placed != null) {
                transaction.abort("order number was used");
            }
            known.set(new PlacedOrder(step.order(), step.percent(), false));
            transaction.emit(step);
        } else if (placed == null) {
            transaction.abort("order is unknown");
        } else if (placed.refunded()) {
            transaction.abort("order was refunded");
        } else {
            known.set(new PlacedOrder(placed.order(), placed.percent(), true));
            transaction.emit(new Step(step.command(), placed.order(), placed.percent(), -1));
        }
    }

    private static void price(
            ValueAccess<Long> price, Quote quote, StateContext<Quote> transaction) {
        if (quote.isNew()) {
            price.set(quote.cents());
            return;
        }
        Long now = price.get();
        if (now == null || now != quote.cents()) {
            transaction.abort("price has changed", "quoted", quote.cents(), "now", now);
        }
    }

    private static void move(ValueAccess<Long> stock, Pick pick, StateContext<Pick> transaction) {
        stock.set(valueOf(stock) + pick.quantity());
        transaction.emit(pick);
    }

    private static void pay(
            ValueAccess<Long> balance, Payment payment, StateContext<Payment> transaction) {
        balance.set(valueOf(balance) + payment.cents());
        transaction.emit(payment);
    }

    private static long valueOf(ValueAccess<Long> access) {
        Long value = access.get();
        if (value == null) {
            throw new IllegalStateException("Cannot read value: the state has no initial value");
        }
        return value;
    }
}
