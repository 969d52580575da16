/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.jspecify.annotations.Nullable;

/**
 * Savepoints of jobs that take no checkpoints. Flink aligns no barriers there, whatever the
 * checkpointing mode says: an operator goes on with what comes behind the first barrier and takes
 * its snapshot at the last one. So some effects of what the source will give again are in it.
 */
public final class UnalignedSnapshots {
    private UnalignedSnapshots() {}

    /**
     * Why there can be no such snapshot. One that stops the job may be taken: its sources end at
     * their barriers, so nothing comes behind them.
     *
     * @param options what Flink says of the snapshot
     * @param graph the name of the t-graph
     * @return the reason, with the fix; null if the snapshot may be taken
     */
    public static @Nullable String refusal(CheckpointOptions options, String graph) {
        if (options.isExactlyOnceMode() || stopsJob(options.getCheckpointType())) {
            return null;
        }
        return "Cannot take snapshot of a job that goes on, as it takes no checkpoints: Flink"
                + " aligns barriers only if it does, graph="
                + graph
                + ". Set "
                + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                + ", to a day if savepoints are all you want, or stop the job with its savepoint";
    }

    /** Whether nothing comes behind the snapshot, not even what timers would do. */
    public static boolean stopsJob(SnapshotType type) {
        return type instanceof SavepointType savepoint && savepoint.isSynchronous();
    }
}
