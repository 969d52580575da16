/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import java.util.List;
import java.util.Map;

/**
 * What the {@link BookingJudge} says.
 *
 * @param numbers of transactions of the input
 * @param counts how often what has happened
 * @param pending timers that have not fired
 * @param orders that were not forgotten
 * @param violations of the rules
 */
record BookingVerdict(
        int numbers,
        Map<String, Integer> counts,
        int pending,
        int orders,
        List<String> violations) {
    private static final int SHOWN = 20;

    /** Whether all numbers have come, all timers have fired, and all orders were forgotten. */
    boolean isOver(long count) {
        return numbers == count && pending == 0 && orders == 0;
    }

    /** The first violations, and what is left though all should be over. */
    List<String> problems(long count) {
        if (!violations.isEmpty() || isOver(count)) {
            return violations.subList(0, Math.min(SHOWN, violations.size()));
        }
        return List.of(line() + ", expected=" + count);
    }

    String line() {
        return "Bookings: "
                + numbers
                + " numbers, "
                + counts
                + ", timers left "
                + pending
                + ", orders left "
                + orders
                + ", violations "
                + violations.size();
    }
}
