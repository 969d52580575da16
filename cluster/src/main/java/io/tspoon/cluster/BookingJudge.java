/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.job.Booked;
import io.tspoon.cluster.job.Bookings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Repeats bookings one after the other, in the order of their timestamps, with plain maps. Each
 * timer that was set by a transaction that committed has to fire once, unless it was cancelled, and
 * no other one.
 */
final class BookingJudge {
    private static final String TIMERS = "timers";

    /** The orders there are, by number. */
    private final Map<Long, String> orders = new HashMap<>();

    /** The orders whose timers have to fire. */
    private final Set<Long> pending = new HashSet<>();

    private final Set<Long> numbers = new HashSet<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();

    private BookingJudge() {}

    static BookingVerdict judge(List<Booked> results) {
        BookingJudge judge = new BookingJudge();
        results.stream().sorted(Comparator.comparingLong(Booked::timestamp)).forEach(judge::repeat);
        return new BookingVerdict(
                judge.numbers.size(),
                judge.counts,
                judge.pending.size(),
                judge.orders.size(),
                judge.violations);
    }

    private void repeat(Booked result) {
        if (result.entrance().equals(TIMERS)) {
            fire(result);
        } else {
            book(result, Long.parseLong(result.key()));
        }
    }

    private void book(Booked result, long number) {
        require(numbers.add(number), "only once", result);
        require(result.committed() != Bookings.isRefused(number), "outcome", result);
        if (!result.committed()) {
            count("aborted");
            return;
        }
        List<String> expected = new ArrayList<>();
        hold(number);
        expected.add(Bookings.HELD + ":" + number);
        long paid = Bookings.paidAt(number);
        if (paid >= 0) {
            expected.add(pay(paid));
        }
        require(Set.copyOf(expected).equals(Set.copyOf(result.what())), "as " + expected, result);
    }

    private void hold(long order) {
        orders.put(order, Bookings.HELD);
        pending.add(order);
        count(Bookings.HELD);
    }

    private String pay(long order) {
        if (!Bookings.HELD.equals(orders.get(order))) {
            count(Bookings.REFUSED);
            return Bookings.REFUSED + ":" + order;
        }
        orders.put(order, Bookings.PAID);
        count(Bookings.PAID);
        boolean cancelled = pending.remove(order);
        count(cancelled ? "cancelled" : "paid after its timer");
        return Bookings.PAID + ":" + order + ":" + cancelled;
    }

    private void fire(Booked result) {
        if (result.what().size() != 1) {
            violations.add("one thing done: " + result);
            return;
        }
        String what = result.what().get(0);
        String done = what.substring(0, what.lastIndexOf(result.committed() ? ':' : '='));
        long order = Long.parseLong(what.substring(done.length() + 1));
        if (done.equals(Booked.DELETED)) {
            require(orders.remove(order) != null, "there before: ", result);
            count(done);
            return;
        }
        require(pending.remove(order), "set, and only once: ", result);
        require(result.committed() != Bookings.isDenied(order), "outcome", result);
        if (result.committed()) {
            boolean exists = orders.computeIfPresent(order, (o, v) -> Bookings.EXPIRED) != null;
            require(done.equals(exists ? Bookings.EXPIRED : Bookings.GONE), "there or not", result);
            count(done);
        } else {
            count("denied");
        }
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void require(boolean holds, String rule, Booked result) {
        if (!holds) {
            violations.add(rule + ": " + result);
        }
    }
}
