/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The aborts of one t-graph in a serial execution, and whether the input explains them.
 *
 * <p>A result says which account had too little, not how much was asked of it. So what was not
 * executed must go together with the aborts in some way, such that each request asks for more than
 * its account had when it was refused. If there is any such way, it is the one by size: the lowest
 * balance with the smallest amount, and so on.
 */
final class Refusals {
    private final Function<String, RuntimeException> failure;
    private final Map<Integer, List<Long>> balances = new HashMap<>();

    /**
     * @param failure makes the exception for a reason
     */
    Refusals(Function<String, RuntimeException> failure) {
        this.failure = failure;
    }

    /** A request was refused when its account had so much. */
    void add(int account, long balance) {
        balances.computeIfAbsent(account, same -> new ArrayList<>()).add(balance);
    }

    /**
     * Checks that requests explain all aborts.
     *
     * @param left requests that were not executed, and how often each was asked for
     */
    void check(Map<Transfer, Integer> left) {
        Map<Integer, List<Long>> amounts = new HashMap<>();
        left.forEach(
                (request, times) ->
                        amounts.computeIfAbsent(request.source(), same -> new ArrayList<>())
                                .addAll(Collections.nCopies(times, request.amount())));
        amounts.forEach(
                (account, asked) ->
                        check(account, asked, balances.getOrDefault(account, List.of())));
    }

    private void check(int account, List<Long> amounts, List<Long> refusedAt) {
        if (amounts.size() != refusedAt.size()) {
            throw failure.apply(
                    "aborts are of other accounts than the requests that were not executed,"
                            + " account="
                            + account
                            + ", aborts="
                            + refusedAt.size()
                            + ", requests="
                            + amounts.size());
        }
        Collections.sort(amounts);
        List<Long> lowestFirst = refusedAt.stream().sorted().toList();
        for (int i = 0; i < amounts.size(); i++) {
            if (amounts.get(i) <= lowestFirst.get(i)) {
                throw failure.apply(
                        "aborted though there was enough, account="
                                + account
                                + ", balance="
                                + lowestFirst.get(i)
                                + ", amount="
                                + amounts.get(i));
            }
        }
    }
}
