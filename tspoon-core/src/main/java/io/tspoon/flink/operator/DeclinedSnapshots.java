/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

import java.util.concurrent.FutureTask;

/**
 * What an operator returns if it cannot take a snapshot yet although nothing is wrong. The barrier
 * has been passed on and all other operators take their snapshots; Flink discards those when the
 * checkpoint is declined.
 *
 * <p>A task confirms a checkpoint when all futures of its operators are done, and declines it with
 * the reason of the first one that fails. Therefore a future fails here. Calling Flink's method for
 * declining instead would not do: the task would confirm the checkpoint as well, and the JobManager
 * may process the two messages in any order.
 */
@Internal
public final class DeclinedSnapshots {
    private DeclinedSnapshots() {}

    /**
     * A snapshot that is declined, for a reason that Flink does not count as a failed checkpoint of
     * the job. If it is a savepoint, whoever requested it gets the reason; if the savepoint was to
     * stop the job, Flink restarts the job.
     *
     * @param reason what prevents the snapshot, and when to try again
     */
    public static OperatorSnapshotFutures because(String reason) {
        FutureTask<SnapshotResult<OperatorStateHandle>> declined =
                new FutureTask<>(
                        () -> {
                            throw new CheckpointException(
                                    reason,
                                    CheckpointFailureReason.CHECKPOINT_DECLINED_TASK_NOT_READY);
                        });
        OperatorSnapshotFutures futures = new OperatorSnapshotFutures();
        futures.setOperatorStateManagedFuture(declined);
        return futures;
    }
}
