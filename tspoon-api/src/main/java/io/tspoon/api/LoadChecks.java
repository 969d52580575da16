/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.LoadInput;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Checks whether states can be loaded from streams. */
final class LoadChecks {
    static final String OPERATION = "load";

    private LoadChecks() {}

    /** Adds a load; refuses a stream that does not end, and a second one for a state. */
    static List<StateLoad<?, ?, ?>> add(
            String graph, List<StateLoad<?, ?, ?>> known, StateLoad<?, ?, ?> load) {
        FunctionChecks.checkGiven(graph, OPERATION, "state", load.state());
        WindowChecks.checkNoWindow(graph, OPERATION, load.state());
        FunctionChecks.checkGiven(graph, OPERATION, "stream", load.stream());
        FunctionChecks.checkGiven(graph, OPERATION, "key selector", load.keys());
        FunctionChecks.checkGiven(graph, OPERATION, "value function", load.values());
        String state = load.state().name();
        if (known.stream().anyMatch(other -> other.state().name().equals(state))) {
            throw new InvalidGraphException(
                    "[TSP-1231] Cannot load state: another stream is loaded into it already"
                            + ", graph="
                            + graph
                            + ", state="
                            + state
                            + ". Unite the streams, and load the union.");
        }
        String unbounded = LoadInput.unboundedSource(load.stream());
        if (unbounded != null) {
            throw new InvalidGraphException(
                    "[TSP-1232] Cannot load state: the stream does not end, so no transaction would"
                            + " ever begin"
                            + ", graph="
                            + graph
                            + ", state="
                            + state
                            + ", source="
                            + unbounded
                            + ". Make the source bounded (of Kafka, with setBounded), or send its"
                            + " elements as transactions.");
        }
        List<StateLoad<?, ?, ?>> all = new ArrayList<>(known);
        all.add(load);
        return all;
    }

    /**
     * Refuses a load into a state that the t-graph does not have.
     *
     * @param operator the operator with a state of the same name; null if there is none
     */
    static void check(
            StreamExecutionEnvironment environment,
            String graph,
            StateLoad<?, ?, ?> load,
            @Nullable OperatorDraft<?> operator) {
        String state = load.state().name();
        if (operator == null || !operator.specs().contains(load.state())) {
            throw new InvalidGraphException(
                    "[TSP-1233] Cannot load state: "
                            + (operator == null
                                    ? "nothing in the t-graph accesses it"
                                    : "the t-graph accesses another StateSpec of this name")
                            + ", graph="
                            + graph
                            + ", state="
                            + state
                            + ". Access it with the StateSpec that is loaded, or leave the load"
                            + " out.");
        }
        if (load.stream().getExecutionEnvironment() != environment) {
            throw new InvalidGraphException(
                    "[TSP-1234] Cannot load state: the stream belongs to another environment than"
                            + " the t-graph"
                            + ", graph="
                            + graph
                            + ", state="
                            + state
                            + ". Make both with the same StreamExecutionEnvironment.");
        }
    }
}
