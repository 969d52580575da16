/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit.shop;

import java.util.ArrayList;
import java.util.List;

/**
 * What a customer wants, in one transaction.
 *
 * @param number unique
 * @param coupon empty if there is none
 */
public record Purchase(
        String number, String customer, String merchant, String coupon, List<Item> items) {

    /** Pieces from a shelf of a warehouse. */
    public record Item(String shelf, long pieces, long cents) {}

    /** The same with what the coupon takes off. */
    public record Priced(Purchase purchase, int percentOff) {
        long cents() {
            long full = 0;
            for (Item item : purchase.items) {
                full += item.pieces * item.cents;
            }
            return full * (100 - percentOff) / 100;
        }

        List<Item> items() {
            return purchase.items;
        }

        List<Booking> bookings() {
            long fee = cents() * Shop.FEE_PERCENT / 100;
            List<Booking> bookings = new ArrayList<>();
            bookings.add(new Booking(purchase.customer, -cents(), false));
            bookings.add(new Booking(purchase.merchant, cents() - fee, true));
            bookings.add(new Booking(Shop.FEES, fee, false));
            return bookings;
        }
    }

    /**
     * Money for an account, or from it.
     *
     * @param revenue whether somebody earns it
     */
    public record Booking(String account, long cents, boolean revenue) {}

    /** What a merchant earns. */
    public record Revenue(String merchant, long cents) {}

    static Purchase of(String number, String coupon, Item... items) {
        return new Purchase(number, "ann", "mill", coupon, List.of(items));
    }
}
