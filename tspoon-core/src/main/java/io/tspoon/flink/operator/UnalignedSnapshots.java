/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.jspecify.annotations.Nullable;

/**
 * Savepoints of jobs that take no checkpoints. Flink does not align barriers there, whatever the
 * checkpointing mode says: an operator keeps processing what comes behind the first barrier, and
 * takes its snapshot at the last one. So the snapshot contains effects of elements that the source
 * will deliver again.
 */
@Internal
public final class UnalignedSnapshots {
    private UnalignedSnapshots() {}

    /**
     * Why such a snapshot cannot be taken. A savepoint that stops the job is allowed: the sources
     * end at their barriers, so nothing comes behind these.
     *
     * @param options Flink's options of the snapshot
     * @param graph the name of the t-graph
     * @return the reason, with the fix; null if the snapshot may be taken
     */
    public static @Nullable String refusal(CheckpointOptions options, String graph) {
        if (options.isExactlyOnceMode() || stopsJob(options.getCheckpointType())) {
            return null;
        }
        return "[TSP-2601] Cannot take snapshot of a job that goes on, as it takes no checkpoints:"
                + " Flink aligns barriers only if it does, graph="
                + graph
                + ". Set "
                + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                + ", to a day if savepoints are all you want, or stop the job with its savepoint";
    }

    /** Whether nothing is processed after the snapshot, not even timers. */
    public static boolean stopsJob(SnapshotType type) {
        return type instanceof SavepointType savepoint && savepoint.isSynchronous();
    }
}
