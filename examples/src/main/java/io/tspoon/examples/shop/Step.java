/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.shop.Command.Order;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A command on its way through the t-graph.
 *
 * @param order the order that is executed or given back; null if it is about none
 * @param percent by how much a coupon makes it cheaper
 * @param sign 1, or -1 to give it back
 */
public record Step(Command command, @Nullable Order order, int percent, int sign) {
    private static final int PERCENT = 100;
    private static final int FEE_PERCENT = 3;

    /** A command without a coupon. */
    static Step of(Command command) {
        return of(command, 0);
    }

    static Step of(Command command, int percent) {
        return new Step(command, command.order(), percent, 1);
    }

    /** What moves on the accounts: in sum nothing, but for a top-up. */
    List<Payment> payments() {
        if (order != null) {
            long paid = sign * (order.totalCents() * (PERCENT - percent) / PERCENT);
            long fee = paid * FEE_PERCENT / PERCENT;
            return List.of(
                    new Payment(Account.wallet(order.customer()), -paid),
                    new Payment(Account.merchant(order.merchant()), paid - fee),
                    new Payment(Account.fees(), fee));
        }
        Command.TopUp topUp = command.topUp();
        return topUp == null
                ? List.of()
                : List.of(new Payment(Account.wallet(topUp.customer()), topUp.cents()));
    }

    /** What moves in the warehouses. */
    List<Pick> picks() {
        if (order != null) {
            return order.lines().stream()
                    .map(
                            line ->
                                    new Pick(
                                            new Place(line.warehouse(), line.item()),
                                            -sign * line.quantity()))
                    .toList();
        }
        Command.Delivery delivery = command.delivery();
        return delivery == null
                ? List.of()
                : List.of(
                        new Pick(
                                new Place(delivery.warehouse(), delivery.item()),
                                delivery.quantity()));
    }

    /** Prices that must be those of now, or that change. */
    List<Quote> quotes() {
        if (command.order() != null) {
            return command.order().lines().stream()
                    .map(line -> new Quote(line.item(), line.priceCents(), false))
                    .toList();
        }
        Command.Price price = command.price();
        return price == null ? List.of() : List.of(new Quote(price.item(), price.cents(), true));
    }
}
