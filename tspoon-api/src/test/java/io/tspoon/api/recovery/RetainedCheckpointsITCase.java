/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.LoggedRuns;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The log of each checkpoint that Flink retains is kept, in a cluster that retains several. */
class RetainedCheckpointsITCase {
    private static final int RETAINED = 3;

    /** Flink does not ask the program how many. */
    @RegisterExtension
    static final MiniClusterExtension FLINK =
            EmbeddedFlink.cluster(
                    new Configuration()
                            .set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, RETAINED));

    @Test
    void oldestOneIsRestored(
            @TempDir Path logs, @TempDir Path snapshots, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        FileLog log = new FileLog(logs.toUri().toString());
        LoggedRuns runs = new LoggedRuns(UUID.randomUUID().toString(), cluster, snapshots);
        Configuration settings = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        JobClient job = runs.start(2, log, settings, null);
        runs.takeCheckpoints(job, RETAINED + 2);
        runs.cancel(job);

        TreeMap<Long, String> retained = runs.checkpoints(job);
        assertThat(retained).hasSize(RETAINED);
        String oldest = retained.firstEntry().getValue();
        runs.end(runs.start(2, log, settings, oldest));
    }

    /** What was shown since then is in the log only, be it behind a savepoint. */
    @Test
    void snapshotThatDidNotStopTheJobIsNotRestoredWithoutTheLog(
            @TempDir Path logs, @TempDir Path snapshots, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        LoggedRuns runs = new LoggedRuns(UUID.randomUUID().toString(), cluster, snapshots);
        Configuration settings = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        FileLog log = new FileLog(logs.toUri().toString());
        JobClient job = runs.start(2, log, settings, null);
        runs.takeCheckpoints(job, 1);
        String savepoint = runs.savepoint(job);
        runs.awaitMore(job, 50);
        runs.cancel(job);

        String last = runs.checkpoints(job).lastEntry().getValue();
        for (String snapshot : List.of(last, savepoint)) {
            JobClient without = runs.start(2, null, settings, snapshot);
            assertThatThrownBy(() -> without.getJobExecutionResult().get())
                    .hasStackTraceContaining("Cannot start t-graph without its write-ahead log")
                    .hasStackTraceContaining("would be executed once more")
                    .hasStackTraceContaining("tspoon.bank.log-accept-loss");
        }
    }
}
