/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Recovery;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Banks that do not recover as they should, each of which gives every transfer one result. */
class RecoveryRunnerITCase {
    private static final int TRANSACTIONS = 2_000;
    private static final int PARALLELISM = 2;
    private static final RecoveringBank BANK =
            new RecoveringBank(
                    new Guarantee(ConcurrencyControl.TIMESTAMP_BASED, IsolationLevel.PL3),
                    TRANSACTIONS);

    @TempDir private Path directory;

    @Test
    void whatWasLoggedIsRepeatedAndTheBalancesAreThoseOfASerialRun() {
        Round round = run(BANK);

        Recovery recovery = Objects.requireNonNull(round.recovery());
        assertThat(recovery.transactions()).isEqualTo(TRANSACTIONS);
        assertThat(recovery.logBytes()).isPositive();
        assertThat(recovery.recoveryMs()).isPositive();
        assertThat(round.verified()).isNotNull();
    }

    @Test
    void logThatIsNotWrittenIsAnError() {
        Bank forgetful = (transfers, run) -> BANK.bank(Logging.OFF).build(transfers, run);

        assertThatThrownBy(() -> run(forgetful))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("each result must be in the log, found=0, expected=2000");
    }

    @Test
    void logThatIsNotRepeatedIsAnError() {
        Bank forgetful =
                (transfers, run) ->
                        BANK.build(
                                transfers,
                                run.meter().endsWith("recover") ? in(run, run.log() + "-2") : run);

        assertThatThrownBy(() -> run(forgetful))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining(
                        "each coordinator must read every logged transaction, found=0,"
                                + " expected=4000");
    }

    @Test
    void wrongBalanceIsAnError() {
        Bank generous = (transfers, run) -> BANK.build(generous(transfers), run);

        assertThatThrownBy(() -> run(generous))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("wrong balance after the recovery, account=");
    }

    /** Pays a little more than it should, but takes that from somebody. */
    private static DataStream<Transfer> generous(DataStream<Transfer> transfers) {
        return transfers
                .map(
                        one ->
                                one.start() < TRANSACTIONS
                                        ? one
                                        : new Transfer(
                                                one.source(),
                                                one.destination(),
                                                one.amount() + 1,
                                                one.start()))
                .returns(Transfer.TYPE);
    }

    private static Bank.Run in(Bank.Run run, String log) {
        return new Bank.Run(run.meter(), run.load(), run.timed(), log);
    }

    private Round run(Bank logged) {
        Configuration configuration =
                new Configuration("bank", BANK, "hashmap", "bank", 1_000, Mix.TRANSFERS);
        RoundSettings settings =
                new RoundSettings(
                        1, 0, 0, PARALLELISM, 1_000, false, false, null, directory.toString(), 0);
        return new RecoveryRunner(configuration, BANK, logged, settings).run();
    }
}
