/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.benchmarks.measure.Topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Accounts that clients without Flink have changed while they were timed: they hold what {@link
 * Books} say.
 *
 * @param name of the configuration
 * @param load what was offered
 * @param found says what each account holds
 */
public record AuditedAccounts(String name, Load load, Supplier<Map<Integer, Long>> found)
        implements Auditable {
    /** They are read from outside. */
    @Override
    public long questions() {
        return 0;
    }

    @Override
    public void check(Map<Integer, Long> offered, long aborted, Meter meter) {
        Books books =
                new Books(
                        load,
                        Topology.ONE_STATE,
                        true,
                        Placement.AS_ASKED,
                        reason -> TimedAudit.failure(name, reason));
        books.add(offered);
        books.check(balances(found.get()), aborted);
    }

    /** Balances of the only state. */
    static List<Executed.Balance> balances(Map<Integer, Long> amounts) {
        List<Executed.Balance> balances = new ArrayList<>(amounts.size());
        amounts.forEach(
                (account, amount) ->
                        balances.add(new Executed.Balance(Topology.stateName(0), account, amount)));
        return balances;
    }
}
