/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Snapshots of jobs when a test wants them. Flink refuses one as long as a task does not run, and
 * the first results of a job may be there before its last task is: each call waits for all of them.
 */
public final class Snapshots {
    private static final long LAST_CHECKPOINT_SECONDS = 2;

    private final MiniCluster cluster;
    private final Path directory;

    /**
     * @param cluster that the jobs run on
     * @param directory for savepoints
     */
    public Snapshots(MiniCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /** What a job needs to start from a savepoint. */
    public static Configuration restoring(String savepoint) {
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        return restoring;
    }

    /** Takes a checkpoint. */
    public void checkpoint(JobClient job) throws Exception {
        awaitRunning(job);
        get(cluster.triggerCheckpoint(job.getJobID(), CheckpointType.FULL));
    }

    /** Takes a savepoint and gives its path. */
    public String savepoint(JobClient job) throws Exception {
        return get(saving(job));
    }

    /** Begins to take a savepoint, for tests that go on meanwhile. */
    public CompletableFuture<String> saving(JobClient job) throws Exception {
        awaitRunning(job);
        return job.triggerSavepoint(directory.toString(), SavepointFormatType.CANONICAL);
    }

    /** Stops the job with a savepoint, at once, and gives its path when the job has ended. */
    public String stop(JobClient job) throws Exception {
        return stop(job, false);
    }

    /** As {@link #stop(JobClient)}, perhaps with an end of all windows before. */
    public String stop(JobClient job, boolean drain) throws Exception {
        String savepoint = get(stopping(job, drain));
        get(job.getJobExecutionResult());
        return savepoint;
    }

    /** Begins to stop the job with a savepoint, for tests that let it fail. */
    public CompletableFuture<String> stopping(JobClient job, boolean drain) throws Exception {
        awaitRunning(job);
        return job.stopWithSavepoint(drain, directory.toString(), SavepointFormatType.CANONICAL);
    }

    /**
     * Waits for the end of a job whose input ends. It ends with a checkpoint; Flink takes one when
     * all tasks are through, which fails if one of them ends just then. So others are taken here.
     */
    public void awaitEnd(JobClient job) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
        while (true) {
            try {
                job.getJobExecutionResult().get(LAST_CHECKPOINT_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
                get(
                        cluster.triggerCheckpoint(job.getJobID(), CheckpointType.FULL)
                                .handle((path, refused) -> "tried"));
            }
        }
    }

    private void awaitRunning(JobClient job) throws Exception {
        CommonTestUtils.waitForAllTaskRunning(cluster, job.getJobID(), true);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(Patience.SECONDS, TimeUnit.SECONDS);
    }
}
