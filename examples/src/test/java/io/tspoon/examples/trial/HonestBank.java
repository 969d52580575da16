/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Settles transfers one by one, as they should be: what tests then spoil. */
final class HonestBank {
    private final Transfers transfers;
    private final Map<Integer, Long> balances = new HashMap<>();
    private long clock;

    HonestBank(Transfers transfers) {
        this.transfers = transfers;
    }

    /** The results of the transfers from 0, in the order of the timestamps. */
    List<Settled> settle(int count) {
        List<Settled> results = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            results.add(settle(transfers.numbered(number)));
        }
        return results;
    }

    /** The result of a transfer that comes next. */
    Settled settle(Transfer transfer) {
        SortedMap<Integer, Long> installed = new TreeMap<>();
        long payer = balances.getOrDefault(transfer.payer(), Transfers.OPENING);
        if (payer >= transfer.amount()) {
            installed.put(transfer.payer(), payer - transfer.amount());
            installed.put(
                    transfer.payee(),
                    balances.getOrDefault(transfer.payee(), Transfers.OPENING) + transfer.amount());
            balances.putAll(installed);
        }
        clock += 10;
        return new Settled(transfer.number(), clock, clock, !installed.isEmpty(), installed);
    }
}
