/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Verified;

import java.util.BitSet;
import java.util.List;

/**
 * Checks that nothing was lost and nothing executed twice: every number up to the highest has a
 * result, and each account holds what executing each of them once leaves there.
 *
 * <p>A result may come twice, for a job that goes back to a checkpoint gives it again; its effect
 * may not.
 */
final class Audit {
    private static final String NAME = "audit";

    private final ElasticCluster cluster;
    private final int accounts;

    Audit(ElasticCluster cluster, int accounts) {
        this.cluster = cluster;
        this.accounts = accounts;
    }

    /**
     * @param kept number of the transfer of each result
     * @param savepoint of the job when it was stopped in the end
     */
    Verified verify(List<Object> kept, String savepoint) {
        BitSet executed = new BitSet();
        kept.forEach(number -> executed.set((int) (long) (Long) number));
        int transfers = executed.cardinality();
        check(executed.length() == transfers, "transfers were lost", transfers, executed.length());
        long[] expected = new long[accounts];
        ElasticInput input = new ElasticInput(NAME, accounts);
        for (int number = 0; number < transfers; number++) {
            Transfer transfer = input.numbered(number);
            expected[transfer.source()] -= transfer.amount();
            expected[transfer.destination()] += transfer.amount();
        }
        try (Meter meter = Meter.open(NAME)) {
            cluster.submit(new ElasticJob(NAME, accounts)::buildAudit, 2, savepoint);
            cluster.awaitEnd();
            List<Object> entries = meter.kept();
            check(entries.size() == accounts, "accounts were lost", entries.size(), accounts);
            for (Object one : entries) {
                Entry entry = (Entry) one;
                long balance = ElasticJob.INITIAL_BALANCE + expected[entry.account()];
                check(
                        entry.balance() == balance,
                        "wrong balance of account " + entry.account(),
                        entry.balance(),
                        balance);
            }
        }
        return new Verified(transfers, 0, 0);
    }

    private static void check(boolean holds, String otherwise, long found, long expected) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot trust elastic bank: "
                            + otherwise
                            + ", found="
                            + found
                            + ", expected="
                            + expected);
        }
    }
}
