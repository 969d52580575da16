/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.memory.MemoryBackendCheckpointStorageAccess;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * How Flink takes snapshots of the job, as far as a task can know.
 *
 * @param timeoutMs milliseconds after which it gives up a checkpoint or savepoint
 * @param mostConcurrent it begins no checkpoint while this many snapshots, savepoints included, are
 *     under way
 * @param retained how many completed checkpoints it keeps, if the JobManager's configuration is
 *     that of this process; at least 1
 */
@Internal
public record CheckpointSettings(long timeoutMs, int mostConcurrent, int retained) {
    /** Whether the job takes checkpoints by itself. */
    public static boolean arePeriodic(AbstractStreamOperator<?> operator) {
        Environment environment = operator.getContainingTask().getEnvironment();
        return environment
                .getJobConfiguration()
                .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                .isPresent();
    }

    /** Whether checkpoints are kept in the memory of the JobManager, which takes but little. */
    public static boolean areInMemory(AbstractStreamOperator<?> operator) {
        Environment environment = operator.getContainingTask().getEnvironment();
        return environment.getCheckpointStorageAccess()
                instanceof MemoryBackendCheckpointStorageAccess;
    }

    /**
     * Whether the job was submitted with a snapshot to start from. An operator that is not in it
     * cannot tell otherwise.
     */
    public static boolean beginWithSnapshot(AbstractStreamOperator<?> operator) {
        Environment environment = operator.getContainingTask().getEnvironment();
        return environment
                .getJobConfiguration()
                .getOptional(StateRecoveryOptions.SAVEPOINT_PATH)
                .isPresent();
    }

    /** The settings of an operator's job. */
    public static CheckpointSettings of(AbstractStreamOperator<?> operator) {
        Environment environment = operator.getContainingTask().getEnvironment();
        ReadableConfig job = environment.getJobConfiguration();
        ReadableConfig process = environment.getTaskManagerInfo().getConfiguration();
        return new CheckpointSettings(
                job.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT).toMillis(),
                Math.max(1, job.get(CheckpointingOptions.MAX_CONCURRENT_CHECKPOINTS)),
                Math.max(1, process.get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS)));
    }
}
