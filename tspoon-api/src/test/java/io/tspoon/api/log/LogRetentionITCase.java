/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.FailingStops;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.LoggedRuns;
import io.tspoon.testing.Snapshots;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a job has taken before it failed can be restored. Flink retains one checkpoint here. */
class LogRetentionITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final Duration NEVER = Duration.ofHours(1);
    private static final int PARALLELISM = 2;

    @TempDir Path logs;
    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private HookedLog log;
    private Snapshots snapshots;
    private LoggedRuns runs;

    @BeforeEach
    void placeLog(@InjectMiniCluster MiniCluster cluster) {
        log = new HookedLog(test, new FileLog(logs.toUri().toString()));
        runs = new LoggedRuns(test, cluster, directory);
        snapshots = new Snapshots(cluster, directory);
    }

    /** The run that goes on from the checkpoint before knows of the savepoint by the log only. */
    @Test
    void savepointAfterTheLastCheckpoint() throws Exception {
        JobClient job = start(null);
        runs.takeCheckpoints(job, 1);
        String savepoint = runs.savepoint(job);
        runs.awaitMore(job, 50);
        log.hooks().failJob();
        log.hooks().awaitOpened(2 * PARALLELISM);
        runs.takeCheckpoints(job, 3);
        runs.cancel(job);

        runs.end(start(savepoint));
    }

    /** Flink tells that the savepoint is complete, but retains the checkpoint. */
    @Test
    void checkpointBeforeTheSavepointThatAJobStopsWith() throws Exception {
        JobClient job =
                runs.start(
                        PARALLELISM,
                        log,
                        EmbeddedFlink.recovering(NEVER),
                        null,
                        results ->
                                results.map(new FailingStops<>(test)).returns(results.getType()));
        runs.takeCheckpoints(job, 2);
        FailingStops.failNext(test);
        assertThatThrownBy(() -> snapshots.stopping(job, false).get())
                .isInstanceOf(ExecutionException.class);
        runs.awaitFailure(job, "A savepoint has been created at");

        Collection<String> retained = runs.checkpoints(job).values();
        assertThat(retained).hasSize(1);
        runs.end(start(retained.iterator().next()));
    }

    /** Else nothing would be deleted where a job fails before it has taken so many checkpoints. */
    @Test
    void checkpointsOfEarlierRunsAreAmongThoseThatAreRetained() throws Exception {
        Configuration three = EmbeddedFlink.recovering(NEVER);
        three.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 3);
        JobClient job = runs.start(PARALLELISM, log, three, null);
        runs.takeCheckpoints(job, 2);
        List<Path> oldestNeeded = List.of(segments(0).last(), segments(1).last());
        for (int run = 2; run <= 3; run++) {
            log.hooks().failJob();
            log.hooks().awaitOpened(run * PARALLELISM);
            runs.takeCheckpoints(job, 1);
        }

        runs.awaitUntil(
                job, () -> List.of(segments(0).first(), segments(1).first()).equals(oldestNeeded));
        runs.cancel(job);
    }

    private NavigableSet<Path> segments(int part) throws IOException {
        try (Stream<Path> files = Files.list(logs.resolve("bank/" + part))) {
            return files.collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** The newest may be under way still when the checkpoint is complete: two others are kept. */
    @Test
    void oldestOfThreeSavepointsIfTwoSnapshotsMayBeTakenAtOnce() throws Exception {
        Configuration two = EmbeddedFlink.recovering(NEVER);
        two.set(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS, 2);
        JobClient job = runs.start(PARALLELISM, log, two, null);
        runs.await(job, 100);
        String oldest = runs.savepoint(job);
        runs.savepoint(job);
        runs.savepoint(job);
        runs.takeCheckpoints(job, 2);
        runs.cancel(job);

        runs.end(start(oldest));
    }

    private JobClient start(String snapshot) throws Exception {
        return runs.start(PARALLELISM, log, EmbeddedFlink.recovering(NEVER), snapshot);
    }
}
