/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.fix;

import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.TransactionResult;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the results of all orders add up to: money and pieces are neither made nor lost. */
final class FixBooks {
    /** What a transaction has written. */
    private record Written(ExecutionTimestamp at, long value) {}

    /** What a venue offers. */
    private record Offer(String symbol, String venue) {}

    private final Map<String, Written> funds = new HashMap<>();
    private final Map<String, Long> spent = new HashMap<>();
    private final Map<Offer, Long> sold = new HashMap<>();
    private final Set<String> orders = new HashSet<>();
    private final Set<String> debited = new HashSet<>();
    private final Set<String> updated = new HashSet<>();
    private final Set<String> unfilled = new HashSet<>();
    private final Set<String> refunded = new HashSet<>();
    private boolean isTwice;

    void add(TransactionResult<Routed> result) {
        FixGraph.FUNDS
                .updatesIn(result)
                .forEach(
                        (customer, cents) ->
                                funds.merge(
                                        customer,
                                        new Written(result.timestamp(), cents == null ? 0 : cents),
                                        (one, other) ->
                                                one.at().compareTo(other.at()) > 0 ? one : other));
        if (result.triggeredBy(FixGraph.UPDATE) != null) {
            update(result.emitted().get(0));
        } else if (result.triggeredBy(FixGraph.REFUND) != null) {
            once(refunded, result.emitted().get(0).order().id());
        } else if (result.triggeredBy(FixGraph.ROUTE) == null) {
            once(orders, result.key());
            if (result.isCommitted()) {
                debited.add(result.key());
            }
        }
    }

    private void update(Routed routed) {
        FixOrder order = routed.order();
        once(updated, order.id());
        if (routed.isFilled()) {
            spent.merge(order.customer(), order.cents(), Long::sum);
            sold.merge(
                    new Offer(order.symbol(), routed.venue()), (long) order.quantity(), Long::sum);
        } else {
            unfilled.add(order.id());
        }
    }

    private void once(Set<String> seen, String id) {
        isTwice |= !seen.add(id);
    }

    JobVerdict verdict(long count) {
        boolean isWhole =
                !isTwice
                        && orders.size() == count
                        && updated.equals(debited)
                        && refunded.equals(unfilled);
        boolean isPaid =
                funds.entrySet().stream()
                        .allMatch(left -> isPaid(left.getKey(), left.getValue().value()));
        boolean isOffered =
                sold.entrySet().stream()
                        .allMatch(
                                offer ->
                                        offer.getValue()
                                                <= FixGraph.OFFERS.getOrDefault(
                                                        offer.getKey().venue(), 0));
        return isWhole && isPaid && isOffered
                ? JobVerdict.sound("each order that was debited is filled, or paid back, once.")
                : JobVerdict.notSound(
                        "whole=" + isWhole + ", paid=" + isPaid + ", offered=" + isOffered + ".");
    }

    private boolean isPaid(String customer, long left) {
        return left >= 0 && left == FixGraph.FUNDS_CENTS - spent.getOrDefault(customer, 0L);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "Orders %,d: %,d refused for lack of funds, %,d filled, %,d paid back",
                orders.size(),
                orders.size() - debited.size(),
                updated.size() - unfilled.size(),
                refunded.size());
    }
}
