/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Jobs that settle the same transfers over one log, one after the other, and what they have shown:
 * each transfer once, and never twice in different ways. The input comes as the test waits for it,
 * so no job ends before {@link #end}.
 */
public final class LoggedRuns {
    public static final int TRANSFERS = 6_000;
    private static final int ACCOUNTS = 100;

    /** Transfers per second, so that there are some while something else happens. */
    private static final int PACE = 4_000;

    /** So many may come for which the test has not waited. */
    private static final int AHEAD = 300;

    private static final long POLL_MS = 1;

    private final String test;
    private final Path directory;
    private final Snapshots snapshots;
    private final List<TransactionResult<Long>> seen = new ArrayList<>();
    private int run;

    /**
     * @param test unique to the test
     * @param cluster for all of them
     * @param directory for savepoints and checkpoints
     */
    public LoggedRuns(String test, MiniCluster cluster, Path directory) {
        this.test = test;
        this.directory = directory;
        this.snapshots = new Snapshots(cluster, directory);
    }

    /**
     * Starts a job.
     *
     * @param log null for none
     * @param settings of checkpoints, restarts, and of the t-graph
     * @param snapshot to start from; null to begin anew
     */
    public JobClient start(
            int parallelism,
            @Nullable WriteAheadLog log,
            Configuration settings,
            @Nullable String snapshot)
            throws Exception {
        return start(parallelism, log, settings, snapshot, results -> results);
    }

    /** The same, with operators behind the t-graph. */
    public JobClient start(
            int parallelism,
            @Nullable WriteAheadLog log,
            Configuration settings,
            @Nullable String snapshot,
            UnaryOperator<DataStream<TransactionResult<Long>>> behind)
            throws Exception {
        run++;
        Configuration configuration = new Configuration(settings);
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        if (snapshot != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshot);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, Backend.HEAP, configuration);
        DataStream<Transfer> transfers =
                Bank.rationedTransfers(environment, TRANSFERS, PACE, ACCOUNTS, tap());
        TransactionalGraph graph = TransactionalGraph.named("bank");
        if (log != null) {
            graph.writeAheadLog(log);
        }
        Tap.open(behind.apply(Bank.settle(graph, transfers, Bank.BALANCE)), tap());
        return environment.executeAsync();
    }

    /** The tap of the last job, and its {@link Ration}. */
    public String tap() {
        return test + run;
    }

    /** Keys of what the last job has shown up to now. */
    public List<String> shown() {
        return keys(Tap.passed(tap()));
    }

    /** Waits until so many transactions have been seen, in all runs together. */
    public void await(JobClient job, int count) throws Exception {
        Set<String> before = new HashSet<>(keys(seen));
        letCome(Math.max(0, count - new HashSet<>(shown()).size()));
        int least = 1;
        while (true) {
            Tap.await(tap(), least, job.getJobExecutionResult());
            Set<String> all = new HashSet<>(before);
            all.addAll(shown());
            if (all.size() >= count) {
                return;
            }
            least = Tap.passed(tap()).size() + 1;
        }
    }

    /** Waits until the job shows so many more results, repeated ones included. */
    public void awaitMore(JobClient job, int count) throws Exception {
        int enough = Tap.passed(tap()).size() + count;
        letCome(count);
        Tap.await(tap(), enough, job.getJobExecutionResult());
    }

    /** Lets the last job have so many more transfers, for which the test does not wait here. */
    public void letCome(int count) {
        Ration.grant(tap(), count + AHEAD);
    }

    /** Waits until something is true while the job runs; fails if the job ends. */
    public void awaitUntil(JobClient job, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + Patience.TIME.toNanos();
        while (!condition.call()) {
            assertThat(job.getJobExecutionResult()).isNotDone();
            assertThat(System.nanoTime() - deadline).as("time").isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
        }
    }

    /** So many checkpoints, one after the other, with results in between. */
    public void takeCheckpoints(JobClient job, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            awaitMore(job, 50);
            snapshots.checkpoint(job);
        }
        awaitMore(job, 50);
    }

    /** Takes a savepoint and gives its path. */
    public String savepoint(JobClient job) throws Exception {
        return snapshots.savepoint(job);
    }

    /** Directories of the checkpoints of the job that are there, by their numbers. */
    public TreeMap<Long, String> checkpoints(JobClient job) throws IOException {
        TreeMap<Long, String> found = new TreeMap<>();
        Path all = directory.resolve("checkpoints").resolve(job.getJobID().toHexString());
        try (Stream<Path> files = Files.walk(all)) {
            files.filter(file -> file.endsWith("_metadata"))
                    .map(Path::getParent)
                    .forEach(
                            directory ->
                                    found.put(
                                            Long.valueOf(
                                                    directory
                                                            .getFileName()
                                                            .toString()
                                                            .substring("chk-".length())),
                                            directory.toUri().toString()));
        }
        return found;
    }

    /** Cancels the job, and keeps in mind what it has shown. */
    public void cancel(JobClient job) throws Exception {
        EmbeddedFlink.cancel(job);
        awaitFailure(job, "Cancel");
    }

    /** Waits until the job has failed for this reason, and keeps in mind what it has shown. */
    public void awaitFailure(JobClient job, String reason) {
        assertThatThrownBy(() -> job.getJobExecutionResult().get()).hasStackTraceContaining(reason);
        seen.addAll(Tap.passed(tap()));
    }

    /**
     * Lets the job, the last one, come to its end, waits for that, and checks all. It must not have
     * shown anything twice.
     */
    public void end(JobClient job) throws Exception {
        Ration.open(tap());
        job.getJobExecutionResult().get();
        assertThat(shown()).doesNotHaveDuplicates();
        seen.addAll(Tap.passed(tap()));
        List<TransactionResult<Long>> once = SeenResults.once(seen);
        Bank.checkComplete(once, 0, TRANSFERS);
        Bank.checkConserved(Bank.replay(once, Map.of(), ACCOUNTS));
    }

    private static List<String> keys(List<TransactionResult<Long>> results) {
        return results.stream().map(TransactionResult::key).toList();
    }
}
