/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What happened in a run, and what must hold at every step of it. */
final class ChainJournal {
    /** What was reported of an access: it must stay so. */
    record Report(@Nullable Long seen, @Nullable Long after, boolean failed) {
        static Report of(SimulatedAccess access) {
            return new Report(access.seen, access.after, access.failed);
        }
    }

    private final List<SimulatedTransaction> transactions = new ArrayList<>();
    private final Map<SimulatedAccess, Report> reports = new HashMap<>();
    private final Map<Long, Long> newest = new HashMap<>();
    private final Set<SimulatedTransaction> results = new HashSet<>();

    void drawn(SimulatedTransaction transaction) {
        transactions.add(transaction);
    }

    void certain(SimulatedAccess access) {
        check(reports.put(access, Report.of(access)) == null, "reported twice", access);
    }

    void settled(SimulatedAccess access) {
        certain(access);
    }

    /** Values of a key take effect in the order of ids. */
    void installed(int participant, int key, long id) {
        Long before = newest.put((long) participant << 32 | key, id);
        check(before == null || before <= id, "installed in another order", id);
    }

    void result(SimulatedTransaction transaction, boolean aborted) {
        check(results.add(transaction), "second result", transaction);
        transaction.results++;
        transaction.aborted = aborted;
        for (SimulatedAccess access : transaction.accesses) {
            check(access.begun == 1, "not one attempt", access);
            check(
                    Report.of(access).equals(reports.get(access)),
                    "changed after its report or not reported",
                    access);
        }
    }

    private static void check(boolean holds, String breach, Object where) {
        if (!holds) {
            throw new AssertionError(breach + ": " + where);
        }
    }

    List<SimulatedTransaction> transactions() {
        return transactions;
    }

    long aborted() {
        return transactions.stream().filter(transaction -> transaction.aborted).count();
    }

    /** Runs of functions, first ones and repeated ones. */
    long runs() {
        return transactions.stream()
                .flatMap(transaction -> transaction.accesses.stream())
                .mapToLong(access -> access.runs)
                .sum();
    }
}
