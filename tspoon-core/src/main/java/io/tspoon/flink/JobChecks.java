/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.flink.operator.KeyedBackends;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;

import java.util.List;

/** Checks a job with a t-graph when its job graph is built. */
final class JobChecks {
    private JobChecks() {}

    static void checkClosed(String graph, boolean closed) {
        if (!closed) {
            throw new InvalidGraphException(
                    "[TSP-2000] Cannot run t-graph: it was opened but never closed, graph="
                            + graph
                            + ". Call closeTransaction() on its last stream.");
        }
    }

    static void check(StreamExecutionEnvironment environment, String graph, boolean closed) {
        checkClosed(graph, closed);
        ReadableConfig configuration = environment.getConfiguration();
        if (configuration.get(CheckpointingOptions.ENABLE_UNALIGNED)) {
            throw new InvalidGraphException(
                    "[TSP-2001] Cannot run t-graph: unaligned checkpoints are enabled, graph="
                            + graph
                            + ". They let barriers overtake decisions. Set "
                            + CheckpointingOptions.ENABLE_UNALIGNED.key()
                            + "=false; a t-graph holds little in flight, so aligned barriers pass"
                            + " it quickly.");
        }
        if (configuration.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                == CheckpointingMode.AT_LEAST_ONCE) {
            throw new InvalidGraphException(
                    "[TSP-2002] Cannot run t-graph: the checkpointing mode is AT_LEAST_ONCE, graph="
                            + graph
                            + ". Such checkpoints hold effects of elements that the source will"
                            + " give again. Set "
                            + CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
                            + "=EXACTLY_ONCE.");
        }
        if (configuration.get(StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY)) {
            throw new InvalidGraphException(
                    "[TSP-2003] Cannot run t-graph: approximate local recovery is enabled, graph="
                            + graph
                            + ". A task that restarts alone has lost its part of transactions that"
                            + " others have. Set "
                            + StateRecoveryOptions.APPROXIMATE_LOCAL_RECOVERY.key()
                            + "=false.");
        }
        String refusal =
                configuration.get(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG)
                        ? KeyedBackends.refusalOfChangelog(configuration, graph)
                        : null;
        if (refusal != null) {
            throw new InvalidGraphException(refusal);
        }
        if (configuration.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.STREAMING) {
            throw new InvalidGraphException(
                    "[TSP-2004] Cannot run t-graph: the job may run in batch mode, graph="
                            + graph
                            + ". Call environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);"
                            + " bounded input is welcome there, too.");
        }
    }

    /**
     * Checks that states can be loaded before the first transaction.
     *
     * @param open the open operator, which takes no elements until then
     */
    static void checkLoads(
            StreamExecutionEnvironment environment,
            String graph,
            Transformation<?> open,
            List<LoadInput<?>> loads) {
        for (LoadInput<?> load : loads) {
            String state = load.plan().state().name();
            String common = load.commonOrigin(open);
            if (common != null) {
                throw new InvalidGraphException(
                        "[TSP-2016] Cannot load state: its stream and the input of the t-graph have"
                                + " the same origin"
                                + ", graph="
                                + graph
                                + ", state="
                                + state
                                + ", origin="
                                + common
                                + ". The input waits until everything is loaded, and would hold up"
                                + " the origin, which could then not give the rest. Read what is"
                                + " loaded with a source of its own.");
            }
            if (!environment
                    .getConfiguration()
                    .get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)) {
                throw new InvalidGraphException(
                        "[TSP-2017] Cannot load state: there would be no checkpoints once the"
                                + " source of the load has ended"
                                + ", graph="
                                + graph
                                + ", state="
                                + state
                                + ". Set "
                                + CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key()
                                + "=true, which is the default.");
            }
        }
    }

    /**
     * Checks that all vertices have the maximum parallelism of the open operator, by which keys are
     * routed.
     *
     * @param vertices of the t-graph, the open operator first
     */
    static void checkMaxParallelism(
            String graph, List<OneInputTransformation<?, ?>> vertices, int ofJob) {
        int ofOpen = InputShape.maxParallelism(vertices.get(0), ofJob);
        for (OneInputTransformation<?, ?> vertex : vertices) {
            int ofVertex = InputShape.maxParallelism(vertex, ofJob);
            if (ofVertex != ofOpen) {
                throw new InvalidGraphException(
                        "[TSP-2005] Cannot run t-graph: the maximum parallelism was changed after"
                                + " openTransaction, graph="
                                + graph
                                + ", operator="
                                + vertex.getName()
                                + ", maxParallelism="
                                + ofVertex
                                + ", whenOpened="
                                + ofOpen
                                + ". Keys would go to instances that do not have them. Call"
                                + " setMaxParallelism of the environment before openTransaction.");
            }
        }
    }
}
