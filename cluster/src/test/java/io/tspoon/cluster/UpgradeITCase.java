/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.TrialSettings.Archive;
import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.job.Version;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job is stopped with a savepoint, and another version of it goes on from there, or is refused.
 */
class UpgradeITCase {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void anotherVersionGoesOn() throws Exception {
        FlinkHome home = FlinkHome.find();
        try (LoopbackCluster cluster =
                LoopbackCluster.start(home, directory, List.of(), Map.of())) {
            TrialSettings first = TrialSettings.of(Durability.CHECKPOINT);
            Trial trial = cluster.trial("upgrade", home.jobJar(), first);
            trial.begin();
            trial.awaitSteady();

            TrialSettings second =
                    new TrialSettings(
                            Version.ARCHIVE,
                            Durability.LOG,
                            IsolationLevel.PL4,
                            ConcurrencyControl.LOCK_BASED,
                            3,
                            Archive.small(100),
                            Backend.ROCKSDB.options());
            trial.resume(trial.suspend(), second);
            trial.awaitSteady();
            String savepoint = trial.suspend();

            Refusals refusals = new Refusals(cluster.rest(), trial);
            assertThat(refusals.ofResuming(savepoint, first, false))
                    .contains("allowNonRestoredState", "not available in the new program");
            assertThat(refusals.ofResuming(savepoint, second.version(Version.LETTERS), true))
                    .contains("balance", "key serializer");

            trial.resume(savepoint, first, true);
            trial.awaitSteady();
            assertThat(trial.finish().firstViolations()).isEmpty();
        }
    }
}
