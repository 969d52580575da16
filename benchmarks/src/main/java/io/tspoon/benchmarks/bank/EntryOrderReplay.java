/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.protocol.Timestamps;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Executes the input one by one in the order of ids and compares each result: the oracle of PL4.
 *
 * <p>A coordinator gets what the source subtask of its number makes, and gives ids in that order.
 * So the next result of a coordinator belongs to the next transfer of that subtask, and must say
 * what a serial program would: the same outcome, the same balances.
 */
final class EntryOrderReplay {
    private final List<TransferGenerator> inputs;
    private final Timestamps timestamps;
    private final long initialBalance;
    private final Function<String, RuntimeException> failure;
    private final Map<Integer, Long> balances = new HashMap<>();

    EntryOrderReplay(
            List<TransferGenerator> inputs,
            long initialBalance,
            Function<String, RuntimeException> failure) {
        this.inputs = inputs;
        this.timestamps = new Timestamps(inputs.size());
        this.initialBalance = initialBalance;
        this.failure = failure;
    }

    /** Checks the result with the next higher id. */
    void replay(Executed result) {
        Transfer transfer = inputs.get(timestamps.coordinator(result.id())).next(0);
        boolean possible =
                transfer.source() == Transfer.NOBODY
                        || balance(transfer.source()) >= transfer.amount();
        check(possible == result.committed(), "outcome differs", transfer, result);
        if (possible) {
            add(transfer.source(), -transfer.amount());
            add(transfer.destination(), transfer.amount());
        }
        for (Executed.Balance installed : result.balances()) {
            boolean concerned =
                    installed.account() == transfer.source()
                            || installed.account() == transfer.destination();
            boolean same = installed.amount() == balance(installed.account());
            check(concerned && same, "balance differs", transfer, result);
        }
    }

    private long balance(int account) {
        return balances.getOrDefault(account, initialBalance);
    }

    private void add(int account, long delta) {
        if (account != Transfer.NOBODY) {
            balances.put(account, balance(account) + delta);
        }
    }

    private void check(boolean holds, String otherwise, Transfer transfer, Executed result) {
        if (!holds) {
            throw failure.apply(
                    "not executed in the order of entry, "
                            + otherwise
                            + ", transfer="
                            + transfer
                            + ", result="
                            + result);
        }
    }
}
