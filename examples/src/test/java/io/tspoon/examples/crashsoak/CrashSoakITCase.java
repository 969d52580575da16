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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** Some minutes of crashes; and a run that breaks a promise, which must be noticed. */
class CrashSoakITCase {
    /** Another one in each build, so another order of the crashes. */
    private static final int SEED = new Random().nextInt(1_000_000);

    @TempDir Path directory;

    /** All kinds of crashes, at random, as far as there is time. */
    @ParameterizedTest
    @CsvSource({
        "CHECKPOINT, minicluster, 10, PL3, TB",
        "CHECKPOINT, minicluster, 5, PL4, LB",
        "LOG, minicluster, 5, PL4, LB",
        "LOG, processes, 20, PL3, LB",
    })
    void oracleHolds(
            String durability, String mode, int seconds, String isolation, String mechanism) {
        run(
                seconds,
                "--durability=" + durability,
                "--mode=" + mode,
                "--isolation=" + isolation,
                "--concurrency-control=" + mechanism);
    }

    /** Fewer kinds, each of which has to happen. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOG | minicluster | source,map,access,result,observed",
                "LOG | minicluster | snapshot,checkpoint_complete,task_manager",
                "LOG | minicluster | recovery_open,recovery_restore,recovery_read,recovery_replay",
                "LOG | processes | before_log,logged,recovery_replay",
                "LOG | processes | snapshot,checkpoint_complete,recovery_open,recovery_read",
                "CHECKPOINT | processes | killed_running,killed_recovering,killed_starting",
            })
    void crashesThatWereAskedForHappen(String durability, String mode, String crashes) {
        run(4, "--durability=" + durability, "--mode=" + mode, "--crashes=" + crashes);
    }

    private void run(int seconds, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--seconds=" + seconds);
        all.add("--seed=" + SEED);
        all.add("--directory=" + directory);

        SoakTrial trial = SoakTrial.with(all.toArray(String[]::new));

        assertThat(trial.exitCode()).as(all + "\n" + trial.out() + trial.err()).isZero();
        assertThat(trial.out())
                .contains("Verdict: the oracle holds.")
                .contains("Checked: " + seconds * 500 + " transactions")
                .doesNotContain("Recoveries: 0");
        if (all.contains("--durability=LOG")) {
            assertThat(trial.out()).contains(", revoked 0");
        }
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
