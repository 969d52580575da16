/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.RequiredText;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An order of a customer: one transaction of the job. Jackson reads it from JSON. A message that
 * the constructor refuses is malformed, so add further checks there.
 *
 * @param number unique number of the order
 * @param customer customer who pays
 * @param lines what is ordered, at least one line
 */
public record Order(String number, String customer, List<OrderLine> lines) {
    public Order {
        RequiredText.check("number", number);
        RequiredText.check("customer", customer);
        Objects.requireNonNull(lines, "lines are missing");
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("there are no lines");
        }
        lines.forEach(line -> Objects.requireNonNull(line, "a line is null"));
        try {
            totalCents(lines);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the lines together cost more than there is", e);
        }
    }

    /** The cost of all lines in cents. */
    long totalCents() {
        return totalCents(lines);
    }

    private static long totalCents(List<OrderLine> lines) {
        return lines.stream().mapToLong(OrderLine::totalCents).reduce(0, Math::addExact);
    }

    /** What to take from the warehouses. */
    List<Pick> picks() {
        List<Pick> picks = new ArrayList<>();
        for (OrderLine line : lines) {
            picks.add(new Pick(number, line.warehouse(), line.item(), line.quantity()));
        }
        return picks;
    }
}
