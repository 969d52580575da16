/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.Topology;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What accounts must hold after a run of any length: the input is made once more and added up.
 *
 * <p>Sums know no order, so without aborts each balance is known exactly. Which transfers were
 * aborted the results of a timed run do not say, only how many; each of them explains a difference
 * of its amount in two accounts. So all differences together may be twice the highest amount for
 * each abort, and the sum of all balances must be right to the last unit where all requests move
 * money from one account to another.
 *
 * <p>Below PL3 updates may be lost: there each account must be there once, and not be overdrawn.
 *
 * <p>Cost: some nanoseconds for each transfer, eight bytes for each account in each state.
 */
final class Books {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Load load;
    private final Topology topology;
    private final boolean serializable;
    private final Placement placement;
    private final Function<String, RuntimeException> failure;
    private final long[] expected;

    /** What accounts of a state have besides, as they have refused to pay it. */
    private final Map<String, long[]> unpaid = new HashMap<>();

    private long mustAbort;

    /**
     * @param load what was offered
     * @param topology of the t-graphs
     * @param serializable whether no update may be lost
     * @param placement of transfers
     * @param failure makes the exception for a reason
     */
    Books(
            Load load,
            Topology topology,
            boolean serializable,
            Placement placement,
            Function<String, RuntimeException> failure) {
        this.load = load;
        this.topology = topology;
        this.serializable = serializable;
        this.placement = placement;
        this.failure = failure;
        expected = new long[load.accounts()];
        Arrays.fill(expected, load.initialBalance());
    }

    /** Adds what each subtask of the source has offered. */
    void add(Map<Integer, Long> offered) {
        offered.forEach(
                (subtask, transfers) -> {
                    int subtasks = offered.size();
                    TransferGenerator input = new TransferGenerator(load, subtask, subtasks);
                    while (input.generated() < transfers) {
                        add(placement.place(input.next(0), subtask, subtasks));
                    }
                });
    }

    private void add(Transfer transfer) {
        if (transfer.amount() == TransferGenerator.IMPOSSIBLE_AMOUNT) {
            mustAbort++;
            return;
        }
        if (transfer.source() != Transfer.NOBODY) {
            expected[transfer.source()] -= transfer.amount();
        }
        if (transfer.destination() != Transfer.NOBODY) {
            expected[transfer.destination()] += transfer.amount();
        }
    }

    /** Adds half of a transfer that was refused, while the other half was not. */
    void add(Executed.Unpaid refused) {
        unpaid.computeIfAbsent(refused.state(), any -> new long[load.accounts()])[
                        refused.account()] +=
                refused.amount();
    }

    /**
     * Checks all balances of all states.
     *
     * @param balances in any order
     * @param aborted results of all t-graphs together
     */
    void check(Collection<Executed.Balance> balances, long aborted) {
        long independent = topology.isParallel() ? topology.graphs() : 1;
        long unexplained = aborted - mustAbort * independent;
        check(unexplained >= 0, "what must abort was committed", aborted, mustAbort * independent);
        Map<String, long[]> states = new LinkedHashMap<>();
        for (int state = 0; state < topology.states(); state++) {
            long[] unknown = new long[load.accounts()];
            Arrays.fill(unknown, UNKNOWN);
            states.put(Topology.stateName(state), unknown);
        }
        for (Executed.Balance balance : balances) {
            long[] found = states.get(balance.state());
            if (found == null || found[balance.account()] != UNKNOWN) {
                throw failure.apply("a balance that nobody asked for, " + balance);
            }
            found[balance.account()] = balance.amount();
        }
        states.forEach((state, found) -> check(state, found, unexplained));
    }

    private void check(String state, long[] found, long aborted) {
        long[] refused = unpaid.getOrDefault(state, new long[load.accounts()]);
        long sum = 0;
        long sumExpected = 0;
        long differences = 0;
        for (int account = 0; account < found.length; account++) {
            if (found[account] < 0) {
                String what = found[account] == UNKNOWN ? "is lost" : "is negative";
                throw failure.apply(
                        "a balance " + what + ", state=" + state + ", account=" + account);
            }
            sum += found[account];
            long due = expected[account] + refused[account];
            sumExpected += due;
            differences += Math.abs(found[account] - due);
        }
        if (serializable) {
            long most = load.maxAmount() * aborted;
            long tooMuch = load.mix().singleShare() > 0 ? most : 0;
            check(
                    sum >= sumExpected && sum <= sumExpected + tooMuch,
                    "money is not conserved, state=" + state,
                    sum,
                    sumExpected);
            check(
                    differences <= 2 * most,
                    "balances are not what the transfers leave, state="
                            + state
                            + ", aborted="
                            + aborted,
                    differences,
                    2 * most);
        }
    }

    private void check(boolean holds, String otherwise, long found, long due) {
        if (!holds) {
            throw failure.apply(otherwise + ", found=" + found + ", expected=" + due);
        }
    }
}
