/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.messages.RequiredText;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What somebody wants of the shop: one transaction of the job. Jackson reads it from JSON, of which
 * exactly one part is there, such as {@code "order"}. A message that a constructor refuses is
 * malformed, so add further checks there.
 *
 * @param id unique name of the command
 * @param time event time, in milliseconds since 1970
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Command(
        String id,
        long time,
        @Nullable Order order,
        @Nullable Refund refund,
        @Nullable Coupon coupon,
        @Nullable Price price,
        @Nullable Delivery delivery,
        @Nullable TopUp topUp) {
    private static final int MAX_PERCENT = 100;

    public Command {
        RequiredText.check("id", id);
        long parts =
                Stream.of(order, refund, coupon, price, delivery, topUp)
                        .filter(Objects::nonNull)
                        .count();
        if (parts != 1) {
            throw new IllegalArgumentException("there is not exactly one part, parts=" + parts);
        }
    }

    /**
     * Buys all lines or none.
     *
     * @param number unique number of the order
     * @param coupon code of the coupon that it uses; null for none
     * @param lines at least one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Order(
            String number,
            String customer,
            String merchant,
            @Nullable String coupon,
            List<Line> lines) {
        public Order {
            RequiredText.check("number", number);
            RequiredText.check("customer", customer);
            RequiredText.check("merchant", merchant);
            Objects.requireNonNull(lines, "lines are missing");
            if (lines.isEmpty()) {
                throw new IllegalArgumentException("there are no lines");
            }
            lines.forEach(line -> Objects.requireNonNull(line, "a line is null"));
            try {
                Math.multiplyExact(totalCents(lines), MAX_PERCENT);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("the lines together cost more than there is", e);
            }
        }

        long totalCents() {
            return totalCents(lines);
        }

        private static long totalCents(List<Line> lines) {
            return lines.stream().mapToLong(Line::totalCents).reduce(0, Math::addExact);
        }
    }

    /** Pieces of an item from a warehouse, at the price at which the customer has seen it. */
    public record Line(String warehouse, String item, int quantity, long priceCents) {
        public Line {
            RequiredText.check("warehouse", warehouse);
            RequiredText.check("item", item);
            requireFrom(1, "quantity", quantity);
            requireFrom(0, "priceCents", priceCents);
        }

        long totalCents() {
            return Math.multiplyExact(quantity, priceCents);
        }
    }

    /** Gives everything back that an order took. */
    public record Refund(String number, String customer) {
        public Refund {
            RequiredText.check("number", number);
            RequiredText.check("customer", customer);
        }
    }

    /**
     * Issues a coupon that one order may use.
     *
     * @param validUntil last time of an order that may use it, in milliseconds since 1970
     */
    public record Coupon(String code, int percent, long validUntil) {
        public Coupon {
            RequiredText.check("code", code);
            requireFrom(1, "percent", percent);
            if (percent > MAX_PERCENT) {
                throw new IllegalArgumentException("percent is above 100, percent=" + percent);
            }
        }
    }

    /** Sets the price of an item. */
    public record Price(String item, long cents) {
        public Price {
            RequiredText.check("item", item);
            requireFrom(0, "cents", cents);
        }
    }

    /** Brings pieces to a warehouse. */
    public record Delivery(String warehouse, String item, int quantity) {
        public Delivery {
            RequiredText.check("warehouse", warehouse);
            RequiredText.check("item", item);
            requireFrom(1, "quantity", quantity);
        }
    }

    /** Puts money into the wallet of a customer. */
    public record TopUp(String customer, long cents) {
        public TopUp {
            RequiredText.check("customer", customer);
            requireFrom(1, "cents", cents);
        }
    }

    /** Code of the coupon that it issues or uses; null if none. */
    @Nullable String couponCode() {
        return coupon != null ? coupon.code() : order != null ? order.coupon() : null;
    }

    /** Number of the order that it is about; null if none. */
    @Nullable String orderNumber() {
        return order != null ? order.number() : refund != null ? refund.number() : null;
    }

    /** Whose commands are to be executed in the order in which they come. */
    String party() {
        if (order != null) {
            return order.customer();
        }
        if (refund != null) {
            return refund.customer();
        }
        return topUp != null ? topUp.customer() : id;
    }

    private static void requireFrom(long least, String name, long value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " is below " + least + ", " + name + "=" + value);
        }
    }
}
