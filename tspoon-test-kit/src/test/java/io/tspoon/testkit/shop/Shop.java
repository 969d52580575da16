/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit.shop;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testkit.shop.Purchase.Booking;
import io.tspoon.testkit.shop.Purchase.Item;
import io.tspoon.testkit.shop.Purchase.Priced;
import io.tspoon.testkit.shop.Purchase.Revenue;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

/** A purchase uses a coupon, takes goods from several shelves, and moves money; or does nothing. */
final class Shop {
    static final String FEES = "fees";
    static final int FEE_PERCENT = 3;

    /** Percent off; a coupon is gone once it is used. */
    static final StateSpec<String, Integer> COUPON =
            StateSpec.named("coupon", String.class, Integer.class);

    static final StateSpec<String, String> PLACED =
            StateSpec.named("placed", String.class, String.class);

    static final StateSpec<String, Long> SHELF =
            StateSpec.named("shelf", String.class, Long.class)
                    .initialValue(0L)
                    .constraint("enough on the shelf", pieces -> pieces >= 0);

    static final StateSpec<String, Long> ACCOUNT =
            StateSpec.named("account", String.class, Long.class).initialValue(0L);

    private Shop() {}

    static DataStream<TransactionResult<Revenue>> sell(DataStream<Purchase> purchases) {
        TransactionalStream<Purchase> checked =
                TransactionalGraph.named("shop")
                        .openTransaction(purchases, Purchase::number)
                        .process(Shop::check, Purchase.class);
        TransactionalStream<Priced> reduced =
                checked.filter(purchase -> !purchase.coupon().isEmpty())
                        .keyBy(Purchase::coupon)
                        .apply(COUPON, Shop::use, Priced.class);
        TransactionalStream<Priced> full =
                checked.filter(purchase -> purchase.coupon().isEmpty())
                        .map(purchase -> new Priced(purchase, 0), Priced.class);
        TransactionalStream<Priced> placed =
                reduced.union(full)
                        .keyBy(priced -> priced.purchase().number())
                        .apply(PLACED, Shop::place, Priced.class);
        placed.flatMap(Priced::items, Item.class)
                .keyBy(Item::shelf)
                .update(SHELF, (pieces, item) -> pieces - item.pieces());
        return placed.flatMap(Priced::bookings, Booking.class)
                .keyBy(Booking::account)
                .apply(ACCOUNT, Shop::book, Revenue.class)
                .closeTransaction();
    }

    static void check(Purchase purchase, TransactionContext transaction, Collector<Purchase> out) {
        if (purchase.items().isEmpty()) {
            transaction.abort("nothing is bought");
        }
        out.collect(purchase);
    }

    static void use(
            ValueAccess<Integer> coupon, Purchase purchase, StateContext<Priced> transaction) {
        if (!coupon.exists()) {
            transaction.abort("no such coupon", "coupon", purchase.coupon());
        }
        transaction.emit(new Priced(purchase, coupon.get()));
        coupon.delete();
    }

    static void place(ValueAccess<String> placed, Priced priced, StateContext<Priced> transaction) {
        if (placed.exists()) {
            transaction.abort("placed already", "by", placed.get());
        }
        placed.set(priced.purchase().customer());
        transaction.emit(priced);
    }

    static void book(ValueAccess<Long> money, Booking booking, StateContext<Revenue> transaction) {
        long left = money.get() + booking.cents();
        if (left < 0) {
            transaction.abort("not enough money", "has", money.get(), "needs", -booking.cents());
        }
        money.set(left);
        if (booking.revenue()) {
            transaction.emit(new Revenue(booking.account(), booking.cents()));
        }
    }
}
