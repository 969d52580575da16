/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.LoggedRuns;
import io.tspoon.testing.Ration;
import io.tspoon.testing.Tap;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Jobs that are new to Flink go on with the log of an earlier one, at any parallelism. */
class LogRescaleITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long NEVER_MS = 3_600_000;
    private static final long OFTEN_MS = 30;

    @TempDir Path logs;
    @TempDir Path snapshots;

    private final String test = UUID.randomUUID().toString();
    private WriteAheadLog log;
    private LoggedRuns runs;

    @BeforeEach
    void placeLog(@InjectMiniCluster MiniCluster cluster) {
        log = new FileLog(logs.toUri().toString());
        runs = new LoggedRuns(test, cluster, snapshots);
    }

    // ------------------------------------------------------------------ parallelism

    /** The same savepoint three times, and what was seen since is more every time. */
    @Test
    void savepointIsRestoredAtOtherParallelismAgainAndAgain() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        runs.await(job, 300);
        String savepoint = runs.savepoint(job);
        runs.await(job, 1_000);
        runs.cancel(job);

        job = start(4, OFTEN_MS, savepoint);
        runs.await(job, 2_000);
        runs.cancel(job);

        job = start(1, OFTEN_MS, savepoint);
        runs.await(job, 2_500);
        runs.cancel(job);

        runs.end(start(4, NEVER_MS, savepoint));
    }

    /**
     * Two jobs give the same number to a checkpoint of theirs: one goes on behind the savepoint, is
     * stopped, and the other is restored from the savepoint with fewer instances.
     */
    @Test
    void checkpointsOfTwoJobsAreToldApart() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        runs.await(job, 300);
        String first = runs.savepoint(job);
        runs.await(job, 600);
        runs.savepoint(job); // the second of the first job
        runs.await(job, 1_000);
        runs.cancel(job);

        job = start(1, NEVER_MS, first);
        runs.await(job, 1_200);
        List<String> done = runs.shown();
        String second = runs.savepoint(job); // of the same number
        runs.await(job, 1_800);
        runs.cancel(job);

        runs.end(start(1, NEVER_MS, second));
        assertThat(runs.shown()).doesNotContainAnyElementsOf(done);
    }

    /**
     * A savepoint from before the job got more, or fewer, instances than one taken later: the log
     * of those that came later is repeated, too, and that of those that went was kept.
     */
    @ParameterizedTest
    @CsvSource({"1, 4, 2", "4, 2, 4"})
    void savepointFromBeforeTheJobWasRescaled(int before, int then, int last) throws Exception {
        JobClient job = start(before, NEVER_MS, null);
        runs.await(job, 300);
        String first = runs.savepoint(job);
        runs.await(job, 600);
        String second = runs.savepoint(job);
        runs.await(job, 900);
        runs.cancel(job);

        job = start(then, OFTEN_MS, second, savepoints(2));
        runs.await(job, 3_000);
        runs.cancel(job);

        runs.end(start(last, NEVER_MS, first));
    }

    @Test
    void oldPartsGoWhenNoSnapshotNeedsThem() throws Exception {
        JobClient job = start(4, NEVER_MS, null);
        runs.await(job, 200);
        String savepoint = runs.savepoint(job);
        runs.await(job, 300);
        runs.cancel(job);
        assertThat(segmentFiles(3)).isNotEmpty();

        HookedLog hooked = new HookedLog(test, log);
        log = hooked;
        job = start(1, OFTEN_MS, savepoint);
        runs.await(job, 400);
        assertThat(segmentFiles(3)).isNotEmpty(); // the savepoint needs them
        hooked.hooks().failDeletions(1); // the next checkpoint tries again
        runs.savepoint(job);
        runs.savepoint(job);
        runs.awaitUntil(job, () -> segmentFiles(3).isEmpty());
        assertThat(hooked.hooks().isQuiet()).isTrue();
        runs.end(job);
    }

    // ------------------------------------------------------------------ retained checkpoints

    @Test
    void retainedCheckpointIsRestoredInAnotherJob() throws Exception {
        JobClient job = start(2, OFTEN_MS, null);
        runs.await(job, 1_000);
        runs.takeCheckpoints(job, 1);
        runs.cancel(job);

        runs.end(start(2, NEVER_MS, runs.checkpoints(job).lastEntry().getValue()));
    }

    /** Else a job that never takes a savepoint would keep its log from there on for ever. */
    @Test
    void segmentsOfTheCheckpointThatAJobWasStartedFromGoWithLaterOnes() throws Exception {
        JobClient job = start(2, OFTEN_MS, null);
        runs.await(job, 1_000);
        runs.takeCheckpoints(job, 1);
        runs.cancel(job);
        Set<Path> before = new HashSet<>(segmentFiles(0));

        job = start(2, OFTEN_MS, runs.checkpoints(job).lastEntry().getValue());
        runs.awaitMore(job, 100);
        runs.awaitUntil(job, () -> segmentFiles(0).stream().noneMatch(before::contains));
        runs.end(job);
    }

    // ------------------------------------------------------------------ refused

    @Test
    void logOfAnotherJobIsRefused() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        runs.await(job, 100);
        runs.cancel(job);

        JobClient other = start(2, NEVER_MS, null);
        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining(
                        "Cannot begin write-ahead log: there is one of another job, graph=bank");
    }

    /** The other job does not even open the log for writing, which may shut out this one. */
    @Test
    void refusedJobDoesNotDisturbTheOneThatWritesTheLog() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        String tap = runs.tap();
        runs.await(job, 100);

        HookedLog hooked = new HookedLog(test, log);
        log = hooked;
        JobClient other = start(2, NEVER_MS, null);
        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .hasStackTraceContaining("there is one of another job, graph=bank");
        assertThat(hooked.hooks().opened()).isZero();

        Ration.open(tap);
        job.getJobExecutionResult().get();
        Bank.checkComplete(Tap.passed(tap), 0, LoggedRuns.TRANSFERS);
    }

    @Test
    void partThatIsGoneIsRefusedUnlessTheLossIsAccepted() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        runs.await(job, 100);
        String savepoint = runs.savepoint(job);
        runs.await(job, 300);
        runs.cancel(job);
        for (Path segment : segmentFiles(1)) {
            Files.delete(segment);
        }

        JobClient refused = start(2, NEVER_MS, savepoint);
        assertThatThrownBy(() -> refused.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("no segment begins at the restored checkpoint, graph=bank")
                .hasStackTraceContaining("part=1")
                .hasStackTraceContaining("tspoon.bank.log-accept-loss");

        Configuration accepting = new Configuration();
        accepting.setString("tspoon.bank.log-accept-loss", "true");
        JobClient accepted = start(2, NEVER_MS, savepoint, accepting);
        Ration.open(runs.tap());
        accepted.getJobExecutionResult().get();
        assertThat(runs.shown())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(LoggedRuns.TRANSFERS / 2);
        assertThat(segmentFiles(1)).isNotEmpty();
    }

    // ------------------------------------------------------------------ runs

    /** How many savepoints are kept. */
    private static Configuration savepoints(int count) {
        Configuration more = new Configuration();
        more.setString("tspoon.bank.log-retained-savepoints", Integer.toString(count));
        return more;
    }

    private JobClient start(int parallelism, long checkpointMs, String snapshot) throws Exception {
        return start(parallelism, checkpointMs, snapshot, new Configuration());
    }

    private JobClient start(int parallelism, long checkpointMs, String snapshot, Configuration more)
            throws Exception {
        Configuration settings = EmbeddedFlink.checkpointing(Duration.ofMillis(checkpointMs));
        settings.setString("tspoon.bank.log-retained-savepoints", "1");
        settings.addAll(more);
        return runs.start(parallelism, log, settings, snapshot);
    }

    // ------------------------------------------------------------------ files

    private List<Path> segmentFiles(int part) throws IOException {
        Path directory = logs.resolve("bank").resolve(Integer.toString(part));
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }
}
