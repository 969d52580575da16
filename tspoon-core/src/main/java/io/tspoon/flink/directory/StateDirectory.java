/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps track in the JobManager of where the instances of an operator's states are, and answers
 * requests for the layout of the whole job.
 *
 * <p>Part of the control plane only: an instance reports once, when it is ready, and Flink reports
 * when it has failed. Nothing is kept in checkpoints.
 */
final class StateDirectory implements OperatorCoordinator, CoordinationRequestHandler {
    private static final byte[] NOTHING = {};

    private final Context context;
    private final JobStates states;
    private final List<JobStates.Entry> entries = new ArrayList<>();

    StateDirectory(Context context, String graph, int index, List<String> names) {
        this.context = context;
        this.states = JobStates.of(context.getCoordinatorStore());
        for (String name : names) {
            entries.add(new JobStates.Entry(graph, index, name, context::currentParallelism));
        }
    }

    @Override
    public void start() {
        entries.forEach(states::add);
    }

    @Override
    public void close() {
        entries.forEach(states::remove);
    }

    @Override
    public void handleEventFromOperator(int subtask, int attempt, OperatorEvent event) {
        if (!(event instanceof InstanceReady ready)) {
            throw new IllegalArgumentException(
                    "[TSP-2313] Cannot handle event: it is unknown, operator="
                            + context.getOperatorId()
                            + ", event="
                            + event);
        }
        for (JobStates.Entry entry : entries) {
            entry.ready(subtask, attempt, ready.instance());
        }
    }

    @Override
    public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
            CoordinationRequest request) {
        return CompletableFuture.completedFuture(LayoutMessages.response(states.layout()));
    }

    @Override
    public void executionAttemptFailed(int subtask, int attempt, @Nullable Throwable reason) {
        entries.forEach(entry -> entry.failed(subtask, attempt));
    }

    @Override
    public void subtaskReset(int subtask, long checkpointId) {
        entries.forEach(entry -> entry.reset(subtask));
    }

    @Override
    public void resetToCheckpoint(long checkpointId, byte @Nullable [] checkpointData) {
        entries.forEach(JobStates.Entry::resetAll);
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
        // Nothing is kept in checkpoints.
    }

    /**
     * Creates the directory of one operator.
     *
     * @param graph name of the t-graph
     * @param index place of the operator among the stateful ones of the t-graph
     * @param states names of the operator's states
     */
    record Provider(OperatorID operator, String graph, int index, List<String> states)
            implements OperatorCoordinator.Provider {
        @Override
        public OperatorID getOperatorId() {
            return operator;
        }

        @Override
        public OperatorCoordinator create(Context context) {
            return new StateDirectory(context, graph, index, states);
        }
    }
}
