/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A job in a Flink cluster of its own within this JVM.
 *
 * <p>The cluster has 4 slots; objects are reused between chained operators; no checkpoints are
 * taken.
 */
public final class RunningJob extends Running {
    private static final int SLOTS = 4;
    private static final long END_TIMEOUT_S = 60;

    private final String name;
    private final JobClient client;

    private RunningJob(String name, JobClient client) {
        this.name = name;
        this.client = client;
    }

    /**
     * An environment to build a job in.
     *
     * @param parallelism of all operators
     * @param stateBackend in Flink's words
     * @param bufferTimeoutMs how long Flink may gather elements before it sends them
     */
    public static StreamExecutionEnvironment environment(
            int parallelism, String stateBackend, long bufferTimeoutMs) {
        Configuration configuration = new Configuration();
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, Math.max(SLOTS, parallelism));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(StateBackendOptions.STATE_BACKEND, stateBackend);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        environment.setBufferTimeout(bufferTimeoutMs);
        return environment;
    }

    /** Starts what was built from a savepoint. */
    public static RunningJob restore(
            String name, StreamExecutionEnvironment environment, String savepoint) {
        Configuration configuration = new Configuration();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        environment.configure(configuration);
        return start(name, environment);
    }

    /** Starts what was built. */
    public static RunningJob start(String name, StreamExecutionEnvironment environment) {
        try {
            return new RunningJob(name, environment.executeAsync(name));
        } catch (Exception e) {
            throw new BenchmarkException("Cannot start job: job=" + name, e);
        }
    }

    /**
     * Stops the job with a savepoint and waits until it has ended; where the savepoint is. While
     * some tasks are still starting Flink refuses, and is asked again.
     */
    public String stopWithSavepoint(String directory) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_TIMEOUT_S);
        while (true) {
            try {
                String savepoint =
                        client.stopWithSavepoint(false, directory, SavepointFormatType.NATIVE)
                                .get(END_TIMEOUT_S, TimeUnit.SECONDS);
                client.getJobExecutionResult().get(END_TIMEOUT_S, TimeUnit.SECONDS);
                return savepoint;
            } catch (ExecutionException | InterruptedException | TimeoutException e) {
                if (!isTooEarly(e) || System.nanoTime() >= end) {
                    throw new BenchmarkException("Cannot stop job with savepoint: job=" + name, e);
                }
            }
            pause();
        }
    }

    private static boolean isTooEarly(Exception refusal) {
        return Stream.<Throwable>iterate(refusal, Objects::nonNull, Throwable::getCause)
                .filter(CheckpointException.class::isInstance)
                .map(cause -> ((CheckpointException) cause).getCheckpointFailureReason())
                .anyMatch(CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING::equals);
    }

    /** Waits for a job whose source ends. */
    public void awaitEnd(Duration timeout) {
        try {
            client.getJobExecutionResult().get(timeout.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new BenchmarkException("Cannot wait for job: it does not end, job=" + name, e);
        } catch (ExecutionException | InterruptedException e) {
            throw new BenchmarkException("Cannot finish job: job=" + name, e);
        }
    }

    @Override
    public void checkRunning() {
        if (client.getJobExecutionResult().isDone()) {
            awaitEnd(Duration.ofSeconds(1));
            throw new BenchmarkException("Cannot measure job: it has ended, job=" + name);
        }
    }

    /** Cancels the job if it still runs, and waits until it is gone. */
    @Override
    public void close() {
        if (client.getJobExecutionResult().isDone()) {
            return;
        }
        try {
            client.cancel().get(END_TIMEOUT_S, TimeUnit.SECONDS);
            client.getJobExecutionResult()
                    .handle((result, cancelled) -> true)
                    .get(END_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new BenchmarkException("Cannot cancel job: job=" + name, e);
        }
    }
}
