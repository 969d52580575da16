/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/**
 * Keeps in the JobManager where the instances of one state are, and answers for the whole job.
 *
 * <p>Part of the control plane only: it hears of an instance once, when that is ready, and again
 * when Flink tells that it failed. It has nothing to keep in checkpoints.
 */
final class StateDirectory implements OperatorCoordinator, CoordinationRequestHandler {
    private static final byte[] NOTHING = {};

    private final Context context;
    private final JobStates states;
    private final JobStates.Entry entry;

    StateDirectory(Context context, String graph, String state) {
        this.context = context;
        this.states = JobStates.of(context.getCoordinatorStore());
        this.entry = new JobStates.Entry(graph, state, context::currentParallelism);
    }

    @Override
    public void start() {
        states.add(entry);
    }

    @Override
    public void close() {
        states.remove(entry);
    }

    @Override
    public void handleEventFromOperator(int subtask, int attempt, OperatorEvent event) {
        if (!(event instanceof InstanceReady ready)) {
            throw new IllegalArgumentException(
                    "Cannot handle event: it is unknown, operator="
                            + context.getOperatorId()
                            + ", event="
                            + event);
        }
        entry.ready(subtask, attempt, ready.instance());
    }

    @Override
    public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
            CoordinationRequest request) {
        return CompletableFuture.completedFuture(LayoutMessages.response(states.layout()));
    }

    @Override
    public void executionAttemptFailed(int subtask, int attempt, @Nullable Throwable reason) {
        entry.failed(subtask, attempt);
    }

    @Override
    public void subtaskReset(int subtask, long checkpointId) {
        entry.reset(subtask);
    }

    @Override
    public void resetToCheckpoint(long checkpointId, byte @Nullable [] checkpointData) {
        entry.resetAll();
    }

    @Override
    public void executionAttemptReady(int subtask, int attempt, SubtaskGateway gateway) {
        // Nothing is ever sent to an instance.
    }

    @Override
    public void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> result) {
        result.complete(NOTHING);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        // Nothing is kept.
    }

    /**
     * Makes the directory of one state.
     *
     * @param graph name of the t-graph
     * @param state name of the state
     */
    record Provider(OperatorID operator, String graph, String state)
            implements OperatorCoordinator.Provider {
        @Override
        public OperatorID getOperatorId() {
            return operator;
        }

        @Override
        public OperatorCoordinator create(Context context) {
            return new StateDirectory(context, graph, state);
        }
    }
}
