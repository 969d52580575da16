/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashSoakJob.Mode;
import io.tspoon.examples.trial.BalanceReader;
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

/**
 * Crashes in one process, for about a minute; and a run that breaks a promise, which must be
 * noticed.
 */
class CrashSoakITCase {
    @TempDir Path directory;

    /** All kinds of crashes, at random, as far as there is time. */
    @ParameterizedTest
    @CsvSource({
        "CHECKPOINT, 10, PL3, TB",
        "CHECKPOINT, 5, PL4, LB",
        "CHECKPOINT, 5, PL3, DT",
        "LOG, 5, PL4, LB",
        "LOG, 5, PL4, DT",
    })
    void oracleHolds(String durability, int seconds, String isolation, String mechanism) {
        SoakTrial.holds(
                directory,
                seconds,
                "--durability=" + durability,
                "--mode=minicluster",
                "--isolation=" + isolation,
                "--concurrency-control=" + mechanism);
    }

    /** Fewer kinds, each of which has to happen. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOG | source,map,access,result,observed",
                "LOG | snapshot,checkpoint_complete,task_manager",
                "LOG | recovery_open,recovery_restore,recovery_read,recovery_replay",
            })
    void crashesThatWereAskedForHappen(String durability, String crashes) {
        SoakTrial.holds(
                directory,
                4,
                "--durability=" + durability,
                "--mode=minicluster",
                "--crashes=" + crashes);
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
        QueryPorts ports = QueryPorts.free();
        try (Observer observer = new Observer(settings.observed());
                BalanceReader reader = ports.reader()) {
            WantedCrashes all =
                    new WantedCrashes(Mode.MINICLUSTER.kinds(settings.durability()), false);
            new ClusterSoak(settings, all, observer, ports).run();
            observer.awaitAll(Duration.ofSeconds(30));
            Oracle demanding =
                    new Oracle(
                            settings.transfers(),
                            settings.count(),
                            Durability.LOG,
                            IsolationLevel.PL3);

            Verdict verdict =
                    demanding.judge(
                            SinkFiles.read(settings.results()),
                            observer.observations(),
                            reader.readings());

            assertThat(verdict.revoked()).isPositive();
            assertThat(verdict.violations())
                    .isEqualTo(verdict.revoked() + verdict.reads().revoked());
        }
    }
}
