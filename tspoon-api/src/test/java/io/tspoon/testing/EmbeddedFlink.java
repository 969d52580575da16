/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An embedded cluster of one process, and environments on it. */
public final class EmbeddedFlink {
    private static final int SLOTS = 8;
    private static final Duration NEVER = Duration.ofHours(1);

    /** More than any test provokes; else a job that always fails would never end. */
    private static final int MOST_RESTARTS = 20;

    private EmbeddedFlink() {}

    /** A cluster for all tests of a class. */
    public static MiniClusterExtension cluster() {
        return cluster(new Configuration());
    }

    /** A cluster with settings of its own. */
    public static MiniClusterExtension cluster(Configuration configuration) {
        Configuration patient = new Configuration(configuration);
        patient.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofMinutes(5));
        return new MiniClusterExtension(
                new MiniClusterResourceConfiguration.Builder()
                        .setConfiguration(patient)
                        .setNumberTaskManagers(1)
                        .setNumberSlotsPerTaskManager(SLOTS)
                        .build());
    }

    /** What a job of a test wants to be different. */
    public enum Backend {
        HEAP("hashmap"),
        ROCKSDB("rocksdb");

        private final String option;

        Backend(String option) {
            this.option = option;
        }
    }

    /** An environment without checkpoints and without restarts. */
    public static StreamExecutionEnvironment environment(int parallelism) {
        return environment(parallelism, Backend.HEAP, new Configuration());
    }

    /** An environment with the backend and more settings. */
    public static StreamExecutionEnvironment environment(
            int parallelism, Backend backend, Configuration more) {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend.option);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.addAll(more);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        environment.setParallelism(parallelism);
        return environment;
    }

    /**
     * Settings for checkpoints at the interval, in a job that must not fail. With one of an hour
     * there is none but the last, when all inputs have ended: else Flink took one at once, and a
     * task that has ended by then would end with it, maybe just when the last one begins. That
     * fails then, and the tasks that are left wait for the next.
     */
    public static Configuration checkpointing(Duration interval) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
        if (interval.compareTo(NEVER) >= 0) {
            configuration.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, interval);
        }
        return configuration;
    }

    /** Settings for checkpoints at the interval, and restarts without delay. */
    public static Configuration recovering(Duration checkpointInterval) {
        Configuration configuration = checkpointing(checkpointInterval);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, MOST_RESTARTS);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        return configuration;
    }

    /** Cancels a job and waits until its tasks have ended: they may write to the test's files. */
    public static void cancel(JobClient job) throws Exception {
        job.cancel().get(Patience.SECONDS, TimeUnit.SECONDS);
        job.getJobExecutionResult()
                .handle((result, cancelled) -> "ended")
                .get(Patience.SECONDS, TimeUnit.SECONDS);
    }

    /** Runs the job to its end and gives what the stream brought. */
    public static <T> List<T> collect(DataStream<T> stream) throws Exception {
        List<T> all = new ArrayList<>();
        try (CloseableIterator<T> results = stream.executeAndCollect()) {
            results.forEachRemaining(all::add);
        }
        return all;
    }
}
