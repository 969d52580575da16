/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.IsolationLevel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Executes the transfers one by one in the order of the timestamps of their results, and compares.
 *
 * <p>A committed transfer must have installed the payer's balance less the amount, and the payee's
 * balance plus the amount. An aborted one must have found the payer's balance too low at its place
 * in the order. So each balance must follow from the one before it, for every account at all times.
 */
final class SerialJudge {
    private final Transfers transfers;
    private final Violations violations;
    private final Map<Integer, Long> balances = new HashMap<>();

    SerialJudge(Transfers transfers, Violations violations) {
        this.transfers = transfers;
        this.violations = violations;
    }

    /**
     * @param results one result for each transfer, in any order
     * @param isolation isolation level of each result: PL3 or PL4. At PL4 no transfer is executed a
     *     second time, and the order is that of the transfers, which come from one instance
     */
    void judge(Iterable<Settled> results, Function<Settled, IsolationLevel> isolation) {
        List<Settled> ordered = new ArrayList<>();
        results.forEach(ordered::add);
        ordered.sort(Comparator.comparingLong(Settled::timestamp));
        for (int i = 0; i < ordered.size(); i++) {
            Settled settled = ordered.get(i);
            checkAttempts(settled, isolation);
            if (i > 0) {
                checkOrder(ordered.get(i - 1), settled, isolation);
            }
            replay(settled);
        }
        checkMoney(ordered);
    }

    /** Checks by the id, which is the timestamp of the first attempt. */
    private void checkAttempts(Settled settled, Function<Settled, IsolationLevel> isolation) {
        if (isolation.apply(settled) == IsolationLevel.PL4 && settled.id() != settled.timestamp()) {
            violations.add("Executed a second time at PL4: " + settled.line());
        }
    }

    private void checkOrder(
            Settled before, Settled settled, Function<Settled, IsolationLevel> isolation) {
        if (before.timestamp() == settled.timestamp()) {
            violations.add(
                    "Two transactions have one timestamp: "
                            + before.line()
                            + " and "
                            + settled.line());
        }
        if (isolation.apply(before) == IsolationLevel.PL4
                && isolation.apply(settled) == IsolationLevel.PL4
                && before.number() >= settled.number()) {
            violations.add(
                    "Entry order is broken, the transfers do not ascend with the timestamps: "
                            + before.line()
                            + " and then "
                            + settled.line());
        }
    }

    private void replay(Settled settled) {
        Transfer transfer = transfers.numbered(settled.number());
        long payer = balance(transfer.payer());
        long payee = balance(transfer.payee());
        boolean covered = payer >= transfer.amount();
        if (covered != settled.committed()) {
            violations.add(
                    (settled.committed()
                                    ? "Committed though not covered"
                                    : "Aborted though covered")
                            + ", the payer has "
                            + payer
                            + " at its place in the order: "
                            + transfer
                            + ", result "
                            + settled.line());
        }
        SortedMap<Integer, Long> expected = new TreeMap<>();
        if (settled.committed()) {
            expected.put(transfer.payer(), payer - transfer.amount());
            expected.put(transfer.payee(), payee + transfer.amount());
        }
        if (covered == settled.committed() && !expected.equals(settled.balances())) {
            violations.add(
                    "Balances do not follow from those before: expected "
                            + expected
                            + " from "
                            + transfer
                            + ", result "
                            + settled.line());
        }
        // Continues with the installed values, right or wrong, as the job did: so one fault is
        // reported once.
        balances.putAll(settled.balances());
    }

    private void checkMoney(List<Settled> ordered) {
        Map<Integer, Long> last = new HashMap<>();
        ordered.forEach(settled -> last.putAll(settled.balances()));
        long money = 0;
        for (Map.Entry<Integer, Long> account : last.entrySet()) {
            if (account.getValue() < 0) {
                violations.add("An account is overdrawn in the end: " + account);
            }
            money += account.getValue();
        }
        long opening = Transfers.OPENING * last.size();
        if (money != opening) {
            violations.add(
                    "Money is not conserved: "
                            + last.size()
                            + " accounts opened with "
                            + opening
                            + " and end with "
                            + money);
        }
    }

    private long balance(int account) {
        return balances.getOrDefault(account, Transfers.OPENING);
    }
}
