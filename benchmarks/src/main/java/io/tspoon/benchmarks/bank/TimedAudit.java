/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Inspection;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.benchmarks.measure.Audit;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Checks a bank after its throughput was timed: each transfer has its results, and the accounts
 * hold what {@link Books} say. The job itself is asked, in transactions like those that were timed;
 * so this costs what so many transfers as there are accounts do.
 */
final class TimedAudit implements Audit {
    /** Slow functions have as much in the buffers before them as takes a while. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final String name;
    private final VerifiedBank bank;
    private final Load load;
    private final int subtasks;
    private long due;
    private long aborted;
    private @Nullable Map<Integer, Long> outside;

    /**
     * @param name of the configuration, for messages
     * @param bank that was timed
     * @param load what was offered
     * @param subtasks of the source
     */
    TimedAudit(String name, VerifiedBank bank, Load load, int subtasks) {
        this.name = name;
        this.bank = bank;
        this.load = load;
        this.subtasks = subtasks;
    }

    @Override
    public void ask(Running job, Meter meter) {
        Inspection inspection = meter.inspection();
        inspection.stop();
        await(job, meter, () -> inspection.offered().size() == subtasks, "sources do not stop");
        for (long transfers : inspection.offered().values()) {
            due += transfers * bank.resultsPerElement();
        }
        await(job, meter, () -> ended(meter) >= due, "transfers have no result");
        aborted = meter.counts().aborted() + meter.abortedEarly();
        outside = bank.balancesOutside();
        if (outside == null) {
            due += (long) load.accounts() * bank.resultsPerElement();
            inspection.begin();
            await(job, meter, () -> ended(meter) >= due, "accounts do not answer");
        }
    }

    @Override
    public void check(Meter meter) {
        if (ended(meter) != due) {
            throw failure(
                    "more results than transfers, results=" + ended(meter) + ", expected=" + due);
        }
        Guarantee guarantee = bank.guarantee();
        boolean serializable =
                guarantee == null || guarantee.level().compareTo(IsolationLevel.PL3) >= 0;
        Books books = new Books(load, bank.topology(), serializable, this::failure);
        books.add(meter.inspection().offered());
        books.check(balances(meter), aborted);
    }

    private List<Executed.Balance> balances(Meter meter) {
        if (outside == null) {
            return meter.kept().stream().map(Executed.Balance.class::cast).toList();
        }
        List<Executed.Balance> balances = new ArrayList<>(outside.size());
        outside.forEach(
                (account, amount) ->
                        balances.add(new Executed.Balance(Topology.stateName(0), account, amount)));
        return balances;
    }

    /** Transfers that have left the last t-graph, or never reach it. */
    private static long ended(Meter meter) {
        return meter.counts().results() + meter.abortedEarly();
    }

    private void await(Running job, Meter meter, BooleanSupplier condition, String otherwise) {
        if (!job.await(condition, TIMEOUT)) {
            throw failure(
                    otherwise
                            + ", results="
                            + ended(meter)
                            + ", expected="
                            + due
                            + ", waited="
                            + TIMEOUT);
        }
    }

    private BenchmarkException failure(String reason) {
        return new BenchmarkException("Cannot trust the timed run of " + name + ": " + reason);
    }
}
