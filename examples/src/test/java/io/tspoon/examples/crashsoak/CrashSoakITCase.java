/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashSoakJob.Mode;
import io.tspoon.examples.trial.Observer;
import io.tspoon.examples.trial.Oracle;
import io.tspoon.examples.trial.SinkFiles;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/** A minute of crashes; and a run that breaks a promise, which must be noticed. */
class CrashSoakITCase {
    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "CHECKPOINT, minicluster, 10, PL3, TB",
        "CHECKPOINT, minicluster, 5, PL4, LB",
        "CHECKPOINT, processes, 15, PL3, TB",
        "LOG, minicluster, 10, PL3, TB",
        "LOG, minicluster, 5, PL4, LB",
        "LOG, processes, 20, PL3, LB",
    })
    void oracleHolds(
            String durability, String mode, int seconds, String isolation, String mechanism) {
        SoakTrial trial =
                SoakTrial.with(
                        "--durability=" + durability,
                        "--mode=" + mode,
                        "--seconds=" + seconds,
                        "--isolation=" + isolation,
                        "--concurrency-control=" + mechanism,
                        "--seed=11",
                        "--directory=" + directory);

        assertThat(trial.exitCode()).as(trial.out() + trial.err()).isZero();
        assertThat(trial.out())
                .contains("Verdict: the oracle holds.")
                .contains("Checked: " + seconds * 500 + " transactions")
                .doesNotContain("Crashes: 0", "Recoveries: 0");
        if (durability.equals("LOG")) {
            assertThat(trial.out()).contains(", revoked 0");
        }
    }

    /** A process dies before and after its outcomes are in the log. */
    @Test
    void whatWasSeenSurvivesKillsAtTheLog() {
        SoakTrial trial =
                SoakTrial.with(
                        "--durability=LOG",
                        "--mode=processes",
                        "--crashes=before_log,logged",
                        "--seconds=20",
                        "--directory=" + directory);

        assertThat(trial.exitCode()).as(trial.out() + trial.err()).isZero();
        assertThat(trial.out()).contains("revoked 0", "before log", "logged");
    }

    /** Without a log what was seen is revoked, so nobody may take this run for one with a log. */
    @Test
    void runWithoutLogIsNoRunWithLog() throws Exception {
        SoakSettings settings =
                new SoakSettings(
                        Durability.CHECKPOINT,
                        IsolationLevel.PL3,
                        ConcurrencyControl.TIMESTAMP_BASED,
                        2,
                        5,
                        500,
                        100,
                        5,
                        directory);
        try (Observer observer = new Observer(settings.observed())) {
            new ClusterSoak(settings, Mode.MINICLUSTER.kinds(settings.durability()), observer)
                    .run();
            observer.awaitAll(Duration.ofSeconds(30));
            Oracle demanding =
                    new Oracle(
                            settings.transfers(),
                            settings.count(),
                            Durability.LOG,
                            IsolationLevel.PL3);

            Verdict verdict =
                    demanding.judge(SinkFiles.read(settings.results()), observer.observations());

            assertThat(verdict.revoked()).isPositive();
            assertThat(verdict.violations()).isEqualTo(verdict.revoked());
        }
    }
}
