/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the results of a bounded run against the input and against a serial execution.
 *
 * <p>Results name the new balances, not the transfer. Replayed in timestamp order, each committed
 * one must move money from one account to another, and the transfer that it amounts to must be one
 * of the input that is not used up: so there is neither a lost update nor a half transfer, nothing
 * is executed twice, and no balance is ever negative. What is left of the input must be as many
 * transfers as were aborted.
 */
public final class Verification {
    private final Load load;
    private final String name;
    private final Map<Transfer, Integer> open = new HashMap<>();
    private final Map<Integer, Long> balances = new HashMap<>();
    private long aborted;
    private long attempts;

    private Verification(String name, Load load) {
        this.name = name;
        this.load = load;
    }

    /**
     * What a verified run did.
     *
     * @param transfers of the input, each with one result
     * @param aborted of them
     * @param retries executions beyond the first
     */
    public record Verified(long transfers, long aborted, long retries) {}

    static Verified verify(String name, Load load, int subtasks, List<Executed> results) {
        Verification verification = new Verification(name, load);
        verification.expectInput(subtasks);
        results.stream()
                .sorted(Comparator.comparingLong(Executed::timestamp))
                .forEach(verification::replay);
        return verification.finish(results.size());
    }

    private void expectInput(int subtasks) {
        for (int subtask = 0; subtask < subtasks; subtask++) {
            TransferGenerator transfers = new TransferGenerator(load, subtask, subtasks);
            while (transfers.hasNext()) {
                open.merge(transfers.next(0), 1, Integer::sum);
            }
        }
    }

    private void replay(Executed result) {
        attempts += result.attempts();
        if (!result.committed()) {
            aborted++;
            check(result.reasons() > 0, "aborted without a reason", result);
            return;
        }
        check(result.balances().size() == 2, "committed without two balances", result);
        long first = install(result.balances().get(0));
        long second = install(result.balances().get(1));
        check(first + second == 0 && first != 0, "money is not conserved", result);
        int from = first < 0 ? 0 : 1;
        Transfer transfer =
                new Transfer(
                        result.balances().get(from).account(),
                        result.balances().get(1 - from).account(),
                        Math.abs(first),
                        0);
        Integer times = open.computeIfPresent(transfer, (same, left) -> left - 1);
        check(times != null && times >= 0, "no such transfer in the input, " + transfer, result);
    }

    /** Installs a new balance; by how much it changes. */
    private long install(Executed.Balance balance) {
        if (balance.amount() < 0) {
            throw failure("balance is negative, " + balance);
        }
        Long before = balances.put(balance.account(), balance.amount());
        return balance.amount() - (before == null ? load.initialBalance() : before);
    }

    private Verified finish(long results) {
        long left = open.values().stream().mapToLong(Integer::longValue).sum();
        if (results != load.limit() || left != aborted) {
            throw failure(
                    "results do not match the input, transfers="
                            + load.limit()
                            + ", results="
                            + results
                            + ", aborted="
                            + aborted
                            + ", not executed="
                            + left);
        }
        return new Verified(results, aborted, attempts - results);
    }

    private void check(boolean holds, String otherwise, Executed result) {
        if (!holds) {
            throw failure(otherwise + ", result=" + result);
        }
    }

    private BenchmarkException failure(String reason) {
        return new BenchmarkException("Cannot trust " + name + ": " + reason);
    }
}
