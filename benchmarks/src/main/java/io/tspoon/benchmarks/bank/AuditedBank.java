/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** A bank that was timed: its accounts hold what {@link Books} say. */
final class AuditedBank implements Auditable {
    private final String name;
    private final VerifiedBank bank;
    private final Load load;
    private @Nullable Map<Integer, Long> outside;

    /**
     * @param name of the configuration
     * @param bank that was timed
     * @param load what was offered
     */
    AuditedBank(String name, VerifiedBank bank, Load load) {
        this.name = name;
        this.bank = bank;
        this.load = load;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int resultsPerElement() {
        return bank.resultsPerElement();
    }

    @Override
    public long questions() {
        outside = bank.balancesOutside();
        return outside == null ? (long) load.accounts() * bank.resultsPerElement() : 0;
    }

    @Override
    public void check(Map<Integer, Long> offered, long aborted, Meter meter) {
        Guarantee guarantee = bank.guarantee();
        boolean serializable =
                guarantee == null || guarantee.level().compareTo(IsolationLevel.PL3) >= 0;
        Books books =
                new Books(
                        load,
                        bank.topology(),
                        serializable,
                        bank.placement(load),
                        reason -> TimedAudit.failure(name, reason));
        books.add(offered);
        books.check(balances(meter), aborted);
    }

    private List<Executed.Balance> balances(Meter meter) {
        return outside == null
                ? meter.kept().stream().map(Executed.Balance.class::cast).toList()
                : AuditedAccounts.balances(outside);
    }
}
