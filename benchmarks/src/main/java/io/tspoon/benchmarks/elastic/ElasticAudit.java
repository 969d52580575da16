/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Verified;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;

/**
 * Checks that nothing was lost and nothing executed twice: every transfer that the source has
 * offered has a result, and each account holds what executing each of them once leaves there.
 *
 * <p>A result may come twice, for a job that goes back to a checkpoint gives it again; its effect
 * may not.
 *
 * @param accounts how many there are
 * @param offered how many transfers the source has given to the job, from number 0 on
 */
record ElasticAudit(int accounts, long offered) {
    /**
     * @param kept number of the transfer of each result
     * @param entries what each account holds in the end
     * @throws BenchmarkException if something is wrong
     */
    Verified verify(Collection<Long> kept, Collection<Entry> entries) {
        BitSet executed = new BitSet();
        kept.forEach(number -> executed.set(Math.toIntExact(number)));
        check(executed.length() <= offered, "transfers of nobody", executed.length(), offered);
        int transfers = executed.cardinality();
        check(transfers == offered, "transfers were lost", transfers, offered);
        long[] expected = expected();
        BitSet found = new BitSet();
        for (Entry entry : entries) {
            int account = entry.account();
            check(
                    entry.balance() == expected[account],
                    "wrong balance of account " + account,
                    entry.balance(),
                    expected[account]);
            found.set(account);
        }
        check(found.cardinality() == accounts, "accounts were lost", found.cardinality(), accounts);
        return new Verified(transfers, 0, 0);
    }

    /** What executing each transfer once leaves in each account. */
    private long[] expected() {
        long[] balances = new long[accounts];
        Arrays.fill(balances, ElasticJob.INITIAL_BALANCE);
        ElasticInput input = new ElasticInput("", accounts);
        for (long number = 0; number < offered; number++) {
            Transfer transfer = input.numbered(number);
            balances[transfer.source()] -= transfer.amount();
            balances[transfer.destination()] += transfer.amount();
        }
        return balances;
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
