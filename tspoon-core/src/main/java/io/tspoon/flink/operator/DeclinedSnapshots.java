/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

import java.util.concurrent.FutureTask;

/**
 * What an operator gives that cannot take a snapshot yet, though nothing is wrong. The barrier has
 * gone on, and all others take theirs; Flink throws those away when it hears of this one.
 *
 * <p>A task confirms a checkpoint when all futures of its operators are done, and declines it with
 * the reason of the first that fails. That is why this one fails, instead of a call that declines:
 * such a task would confirm it, too, and the JobManager may read the two messages in any order.
 */
public final class DeclinedSnapshots {
    private DeclinedSnapshots() {}

    /**
     * A snapshot that is declined, for a reason that Flink does not count as a failed checkpoint of
     * the job. Of a savepoint the reason is told to who has asked for it; if it was to stop the
     * job, Flink restarts the job.
     *
     * @param reason what is the matter, and when to try again
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
