/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Jobs that are new to Flink go on with the log of an earlier one, at any parallelism. */
class LogRescaleITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 6_000;
    private static final int PACE = 4_000;
    private static final int ACCOUNTS = 100;
    private static final long NEVER_MS = 3_600_000;
    private static final long OFTEN_MS = 30;

    @TempDir Path logs;
    @TempDir Path snapshots;

    private final String test = UUID.randomUUID().toString();
    private final List<TransactionResult<Long>> seen = new ArrayList<>();
    private WriteAheadLog log;
    private int run;

    @BeforeEach
    void placeLog() {
        log = new FileLog(logs.toUri().toString());
    }

    // ------------------------------------------------------------------ parallelism

    /** The same savepoint three times, and what was seen since is more every time. */
    @Test
    void savepointIsRestoredAtOtherParallelismAgainAndAgain() throws Exception {
        JobClient job = start(2, NEVER_MS, PACE, null);
        await(job, 300);
        String savepoint = savepoint(job);
        await(job, 1_000);
        cancel(job);

        job = start(4, OFTEN_MS, PACE, savepoint);
        await(job, 2_000);
        cancel(job);

        job = start(1, OFTEN_MS, PACE, savepoint);
        await(job, 2_500);
        cancel(job);

        end(start(4, NEVER_MS, PacedNumbers.UNLIMITED, savepoint));
    }

    /**
     * Two jobs give the same number to a checkpoint of theirs: one goes on behind the savepoint, is
     * stopped, and the other is restored from the savepoint with fewer instances.
     */
    @Test
    void checkpointsOfTwoJobsAreToldApart() throws Exception {
        JobClient job = start(2, NEVER_MS, PACE, null);
        await(job, 300);
        String first = savepoint(job);
        await(job, 600);
        savepoint(job); // the second of the first job
        await(job, 1_000);
        cancel(job);

        job = start(1, NEVER_MS, PACE, first);
        await(job, 1_200);
        List<String> done = keys(Tap.passed(tap()));
        String second = savepoint(job); // of the same number
        await(job, 1_800);
        cancel(job);

        end(start(1, NEVER_MS, PacedNumbers.UNLIMITED, second));
        assertThat(keys(Tap.passed(tap()))).doesNotContainAnyElementsOf(done);
    }

    @Test
    void oldPartsGoWhenNoSnapshotNeedsThem() throws Exception {
        JobClient job = start(4, NEVER_MS, PACE, null);
        await(job, 200);
        String savepoint = savepoint(job);
        await(job, 300);
        cancel(job);
        assertThat(segmentFiles(3)).isNotEmpty();

        job = start(1, OFTEN_MS, PACE, savepoint);
        await(job, 400);
        assertThat(segmentFiles(3)).isNotEmpty(); // the savepoint needs them
        savepoint(job);
        savepoint(job);
        awaitNoSegments(job, 3);
        end(job);
    }

    // ------------------------------------------------------------------ retained checkpoints

    @Test
    void retainedCheckpointIsRestoredInAnotherJob() throws Exception {
        JobClient job = start(2, OFTEN_MS, PACE, null);
        await(job, 1_000);
        cancel(job);

        end(start(2, NEVER_MS, PacedNumbers.UNLIMITED, retainedCheckpoint(job)));
    }

    // ------------------------------------------------------------------ refused

    @Test
    void logOfAnotherJobIsRefused() throws Exception {
        JobClient job = start(2, NEVER_MS, PACE, null);
        await(job, 100);
        cancel(job);

        JobClient other = start(2, NEVER_MS, PACE, null);
        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining(
                        "Cannot begin write-ahead log: there is one of another job, graph=bank");
    }

    /** The other job does not even open the log for writing, which may shut out this one. */
    @Test
    void refusedJobDoesNotDisturbTheOneThatWritesTheLog() throws Exception {
        JobClient job = start(2, NEVER_MS, PACE, null);
        String tap = tap();
        await(job, 100);

        HookedLog hooked = new HookedLog(test, log);
        log = hooked;
        JobClient other = start(2, NEVER_MS, PACE, null);
        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .hasStackTraceContaining("there is one of another job, graph=bank");
        assertThat(hooked.hooks().opened()).isZero();

        job.getJobExecutionResult().get();
        Bank.checkComplete(Tap.passed(tap), 0, TRANSFERS);
    }

    @Test
    void partThatIsGoneIsRefusedUnlessTheLossIsAccepted() throws Exception {
        JobClient job = start(2, NEVER_MS, PACE, null);
        await(job, 100);
        String savepoint = savepoint(job);
        await(job, 300);
        cancel(job);
        for (Path segment : segmentFiles(1)) {
            Files.delete(segment);
        }

        JobClient refused = start(2, NEVER_MS, PACE, savepoint);
        assertThatThrownBy(() -> refused.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("no segment begins at the restored checkpoint, graph=bank")
                .hasStackTraceContaining("part=1")
                .hasStackTraceContaining("tspoon.bank.log-accept-loss");

        Configuration accepting = new Configuration();
        accepting.setString("tspoon.bank.log-accept-loss", "true");
        JobClient accepted = start(2, NEVER_MS, PacedNumbers.UNLIMITED, savepoint, accepting);
        accepted.getJobExecutionResult().get();
        assertThat(keys(Tap.passed(tap())))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(TRANSFERS / 2);
        assertThat(segmentFiles(1)).isNotEmpty();
    }

    // ------------------------------------------------------------------ runs

    private JobClient start(int parallelism, long checkpointMs, int pace, String snapshot)
            throws Exception {
        return start(parallelism, checkpointMs, pace, snapshot, new Configuration());
    }

    private JobClient start(
            int parallelism, long checkpointMs, int pace, String snapshot, Configuration more)
            throws Exception {
        run++;
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofMillis(checkpointMs));
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                snapshots.resolve("checkpoints").toUri().toString());
        configuration.setString("tspoon.bank.log-retained-savepoints", "1");
        configuration.addAll(more);
        if (snapshot != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshot);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, Backend.HEAP, configuration);
        DataStream<Transfer> transfers =
                Bank.pacedTransfers(environment, TRANSFERS, pace, ACCOUNTS);
        TransactionalGraph graph = TransactionalGraph.named("bank").writeAheadLog(log);
        Tap.open(Bank.settle(graph, transfers, Bank.BALANCE), tap());
        return environment.executeAsync();
    }

    private String tap() {
        return test + run;
    }

    /** Waits until so many transactions have been seen, in all runs together. */
    private void await(JobClient job, int count) throws Exception {
        Set<String> before = new HashSet<>(keys(seen));
        int least = 1;
        while (true) {
            Tap.await(tap(), least, job.getJobExecutionResult());
            Set<String> all = new HashSet<>(before);
            all.addAll(keys(Tap.passed(tap())));
            if (all.size() >= count) {
                return;
            }
            least = Tap.passed(tap()).size() + 1;
        }
    }

    private String savepoint(JobClient job) throws Exception {
        return job.triggerSavepoint(snapshots.toString(), SavepointFormatType.CANONICAL).get();
    }

    private void cancel(JobClient job) throws Exception {
        job.cancel().get();
        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .hasStackTraceContaining("Cancel");
        seen.addAll(Tap.passed(tap()));
    }

    private void end(JobClient job) throws Exception {
        job.getJobExecutionResult().get();
        assertThat(keys(Tap.passed(tap()))).doesNotHaveDuplicates();
        seen.addAll(Tap.passed(tap()));
        Map<String, TransactionResult<Long>> once = new HashMap<>();
        for (TransactionResult<Long> result : seen) {
            TransactionResult<Long> known = once.putIfAbsent(result.key(), result);
            if (known != null) {
                assertThat(result).isEqualTo(known);
            }
        }
        Bank.checkComplete(List.copyOf(once.values()), 0, TRANSFERS);
        Bank.checkConserved(Bank.replay(List.copyOf(once.values()), Map.of(), ACCOUNTS));
    }

    private static List<String> keys(List<TransactionResult<Long>> results) {
        return results.stream().map(TransactionResult::key).toList();
    }

    // ------------------------------------------------------------------ files

    private List<Path> segmentFiles(int part) throws IOException {
        Path directory = logs.resolve("bank").resolve(Integer.toString(part));
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }

    private void awaitNoSegments(JobClient job, int part) throws Exception {
        while (!segmentFiles(part).isEmpty()) {
            Tap.await(tap(), Tap.passed(tap()).size() + 1, job.getJobExecutionResult());
        }
    }

    private String retainedCheckpoint(JobClient job) throws IOException {
        Path all = snapshots.resolve("checkpoints").resolve(job.getJobID().toHexString());
        try (Stream<Path> files = Files.walk(all)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .map(file -> file.getParent().toUri().toString())
                    .findFirst()
                    .orElseThrow();
        }
    }
}
