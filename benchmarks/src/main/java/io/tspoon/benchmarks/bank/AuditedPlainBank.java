/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.TimedAudit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plain Flink's bank that was timed. It promises nothing; but as nothing fails, each half of each
 * transfer has come, so its accounts hold what {@link Books} say, to the last unit.
 *
 * @param name of the configuration
 * @param bank that was timed
 * @param load what was offered
 */
record AuditedPlainBank(String name, PlainBank bank, Load load) implements Auditable {
    /** Of a transfer. */
    private static final int HALVES = 2;

    @Override
    public int resultsPerElement() {
        return bank.resultsPerElement();
    }

    /** Each has one half. */
    @Override
    public long questions() {
        return (long) load.accounts() * bank.resultsPerElement() / HALVES;
    }

    @Override
    public void check(Map<Integer, Long> offered, long aborted, Meter meter) {
        Books books =
                new Books(
                        load,
                        bank.topology(),
                        true,
                        Placement.AS_ASKED,
                        reason -> TimedAudit.failure(name, reason));
        books.add(offered);
        List<Executed.Balance> balances = new ArrayList<>();
        for (Object kept : meter.kept()) {
            if (kept instanceof Executed.Unpaid unpaid) {
                books.add(unpaid);
            } else {
                balances.add((Executed.Balance) kept);
            }
        }
        books.check(balances, aborted);
    }
}
