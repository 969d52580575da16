/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks what one t-graph did, in the order of timestamps.
 *
 * <p>Results name the new balances, not the request. Replayed in timestamp order, each committed
 * one must change all states alike, and the request that it amounts to must be one of the input
 * that is not used up: so there is neither a lost update nor a half transfer, nothing is executed
 * twice, and no balance is ever negative. What is left of the input must be as many requests as
 * were aborted, and each of them explain an abort: see {@link Refusals}.
 *
 * <p>Below PL3 updates may be lost, so amounts say nothing. There the accounts are compared only,
 * and an abort needs a reason.
 */
final class GraphReplay {
    private final Rules rules;
    private final int offered;
    private final Map<Transfer, Integer> open = new HashMap<>();
    private final Map<String, Map<Integer, Long>> balances = new HashMap<>();
    private final List<Transfer> executed = new ArrayList<>();
    private final Refusals refusals;
    private long aborted;

    /**
     * What results have to keep.
     *
     * @param initialBalance of each account in each state
     * @param states number of states that each request changes
     * @param serializable whether no update may be lost
     * @param failure makes the exception for a reason
     */
    record Rules(
            long initialBalance,
            int states,
            boolean serializable,
            Function<String, RuntimeException> failure) {}

    GraphReplay(Rules rules, List<Transfer> input) {
        this.rules = rules;
        offered = input.size();
        refusals = new Refusals(rules.failure());
        input.forEach(transfer -> open.merge(comparable(transfer), 1, Integer::sum));
    }

    /** What was committed, in serial order. */
    List<Transfer> executed() {
        return executed;
    }

    long aborted() {
        return aborted;
    }

    void replay(Executed result) {
        if (!result.committed()) {
            aborted++;
            refuse(result);
            return;
        }
        Map<String, List<Movement>> changes = new LinkedHashMap<>();
        for (Executed.Balance balance : result.balances()) {
            changes.computeIfAbsent(balance.state(), state -> new ArrayList<>())
                    .add(new Movement(balance.account(), install(balance), 0));
        }
        check(changes.size() == rules.states(), "not every state was changed", result);
        Set<Transfer> requests = new HashSet<>();
        changes.values().forEach(movements -> requests.add(request(movements, result)));
        check(requests.size() == 1, "states were not changed alike", result);
        Transfer transfer = requests.iterator().next();
        Integer times = open.computeIfPresent(transfer, (same, left) -> left - 1);
        check(times != null && times >= 0, "no such transfer in the input, " + transfer, result);
        executed.add(transfer);
    }

    private void refuse(Executed result) {
        check(!result.refusals().isEmpty(), "aborted without a reason", result);
        if (rules.serializable()) {
            int account = result.refusals().get(0).account();
            long balance = Long.MIN_VALUE;
            for (Executed.Refusal one : result.refusals()) {
                check(one.account() == account, "aborted for two accounts", result);
                balance = Math.max(balance, balance(one.state(), account));
            }
            refusals.add(account, balance);
        }
    }

    private long balance(String state, int account) {
        return balances.getOrDefault(state, Map.of()).getOrDefault(account, rules.initialBalance());
    }

    /** Installs a new balance; by how much it changes. */
    private long install(Executed.Balance balance) {
        if (balance.amount() < 0) {
            throw rules.failure().apply("balance is negative, " + balance);
        }
        Long before =
                balances.computeIfAbsent(balance.state(), state -> new HashMap<>())
                        .put(balance.account(), balance.amount());
        return balance.amount() - (before == null ? rules.initialBalance() : before);
    }

    /** The request that changed a state so. */
    private Transfer request(List<Movement> movements, Executed result) {
        check(movements.size() <= 2, "committed with more than two balances", result);
        if (rules.serializable()) {
            long sum = movements.stream().mapToLong(Movement::delta).sum();
            boolean conserved = movements.size() == 2 ? sum == 0 : sum != 0;
            check(conserved && movements.get(0).delta() != 0, "money is not conserved", result);
            return Transfer.of(movements);
        }
        int first = movements.get(0).account();
        int second = movements.size() == 2 ? movements.get(1).account() : Transfer.NOBODY;
        return comparable(new Transfer(first, second, 0, 0));
    }

    /** Of a request, what a result shows again: without serializability only the accounts. */
    private Transfer comparable(Transfer transfer) {
        if (rules.serializable()) {
            return transfer;
        }
        int lower = Math.min(transfer.source(), transfer.destination());
        int higher = Math.max(transfer.source(), transfer.destination());
        return new Transfer(lower, higher, 0, 0);
    }

    /** Call it when all results were replayed. */
    void finish() {
        long left = open.values().stream().mapToLong(Integer::longValue).sum();
        long results = executed.size() + aborted;
        if (results != offered || left != aborted) {
            throw rules.failure()
                    .apply(
                            "results do not match the input, transfers="
                                    + offered
                                    + ", results="
                                    + results
                                    + ", aborted="
                                    + aborted
                                    + ", not executed="
                                    + left);
        }
        if (rules.serializable()) {
            refusals.check(open);
        }
    }

    private void check(boolean holds, String otherwise, Executed result) {
        if (!holds) {
            throw rules.failure().apply(otherwise + ", result=" + result);
        }
    }
}
