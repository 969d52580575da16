/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadException;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.tasks.TaskOperatorEventGateway;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.util.SerializedValue;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Connects an instance of a state with its directory. Thread-safe. */
@Internal
public final class TaskLink {
    private final TaskOperatorEventGateway gateway;
    private final OperatorID operator;
    private final Configuration processOptions;
    private final String processHost;
    private final boolean reachesDirectory;

    private TaskLink(
            TaskOperatorEventGateway gateway,
            OperatorID operator,
            Configuration processOptions,
            String processHost,
            boolean reachesDirectory) {
        this.reachesDirectory = reachesDirectory;
        this.gateway = gateway;
        this.operator = operator;
        this.processOptions = processOptions;
        this.processHost = processHost;
    }

    /** The link of a stateful operator, for which there is a {@link StateDirectory}. */
    public static TaskLink ofState(AbstractStreamOperator<?> operator) {
        return of(operator, true);
    }

    /** The link of any other operator, which only provides information about the process. */
    public static TaskLink ofOther(AbstractStreamOperator<?> operator) {
        return of(operator, false);
    }

    private static TaskLink of(AbstractStreamOperator<?> operator, boolean reachesDirectory) {
        Environment environment = operator.getContainingTask().getEnvironment();
        TaskManagerRuntimeInfo process = environment.getTaskManagerInfo();
        return new TaskLink(
                environment.getOperatorCoordinatorEventGateway(),
                operator.getOperatorID(),
                process.getConfiguration(),
                process.getTaskManagerExternalAddress(),
                reachesDirectory);
    }

    /** Whether the link provides more than information about the process. */
    public boolean reachesDirectory() {
        return reachesDirectory;
    }

    /** The configuration of the process. */
    public Configuration processOptions() {
        return processOptions;
    }

    /** The address by which the other processes of Flink's cluster reach this one. */
    public String processHost() {
        return processHost;
    }

    /** Reports that the instance can be read. */
    public void announce(JobLayout.Instance instance) throws IOException {
        OperatorEvent event = new InstanceReady(instance);
        gateway.sendOperatorEventToCoordinator(operator, new SerializedValue<>(event));
    }

    /** Asks for the layout of the job. */
    public CompletableFuture<JobLayout> locate() {
        try {
            CoordinationRequest request = LayoutMessages.request();
            return gateway.sendRequestToCoordinator(operator, new SerializedValue<>(request))
                    .handle(TaskLink::answer);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static JobLayout answer(CoordinationResponse response, Throwable failure) {
        if (failure != null) {
            throw new CompletionException(notReady(failure));
        }
        try {
            return LayoutMessages.layout(response);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static ReadException notReady(Throwable failure) {
        return new ReadException(
                ReadException.Reason.NOT_READY,
                "[TSP-2306] Cannot locate states: the JobManager does not answer, cause="
                        + failure);
    }
}
