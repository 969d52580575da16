/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.PacedSource;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;

/**
 * Checks what a bank holds after a recovery: in each account what was there in the savepoint, and
 * what a serial program adds that executes each transfer once.
 *
 * <p>A job that goes on from the savepoint alone reads what was there; another one, which goes on
 * from the log, too, reads what came of it. They run after what is measured, as they make the
 * compiler's work.
 *
 * @param configuration what is audited
 * @param bank with and without a log
 * @param transfers that were executed, none of which may abort
 * @param parallelism of all operators
 * @param savepoint that the jobs went on from
 */
record RecoveryAudit(
        Configuration configuration,
        RecoveringBank bank,
        Load transfers,
        int parallelism,
        String savepoint) {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    /** Of an account that nothing was read of. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    /**
     * @param log URI of the directory with what was logged since the savepoint
     */
    Verified verify(String log) {
        long[] expected = balances("savepoint", null);
        execute(expected);
        long[] found = balances("audit", log);
        for (int account = 0; account < found.length; account++) {
            if (found[account] != expected[account]) {
                throw new BenchmarkException(
                        "Cannot trust "
                                + configuration.name()
                                + ": wrong balance after the recovery, account="
                                + account
                                + ", found="
                                + found[account]
                                + ", expected="
                                + expected[account]);
            }
        }
        return new Verified(transfers.limit(), 0, 0);
    }

    /** Adds what each transfer moves; in any order, as none aborts. */
    private void execute(long[] balances) {
        for (int subtask = 0; subtask < parallelism; subtask++) {
            TransferGenerator generator = transfers.generator(subtask, parallelism);
            while (generator.hasNext()) {
                Transfer transfer = generator.next(0);
                balances[transfer.source()] -= transfer.amount();
                balances[transfer.destination()] += transfer.amount();
            }
        }
    }

    private long[] balances(String job, @Nullable String log) {
        String name = configuration.name() + ", " + job;
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        parallelism,
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        long[] balances = new long[transfers.accounts()];
        Arrays.fill(balances, UNKNOWN);
        try (Meter meter = Meter.open(name)) {
            bank.bank(log == null ? Logging.OFF : Logging.BY_KEY)
                    .buildKept(
                            environment.fromSource(
                                    new PacedSource<>(new Questions(balances.length), 0, true),
                                    WatermarkStrategy.noWatermarks(),
                                    "audit",
                                    Transfer.TYPE),
                            new Bank.Run(name, transfers, false, log));
            try (RunningJob running = RunningJob.restore(name, environment, savepoint)) {
                running.awaitEnd(TIMEOUT);
            }
            for (Object one : meter.kept()) {
                Executed executed = (Executed) one;
                if (executed.balances().size() == 1) { // transfers, which are repeated, have two
                    Executed.Balance balance = executed.balances().get(0);
                    balances[balance.account()] = balance.amount();
                }
            }
        }
        return balances;
    }
}
