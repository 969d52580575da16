/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Checks whether others can write states from outside the job. */
final class WriteChecks {
    private static final String OPERATION = "writable";

    private WriteChecks() {}

    /** Adds states to those that are writable already; refuses null, and two of one name. */
    static List<StateSpec<?, ?>> add(
            String graph, List<StateSpec<?, ?>> known, StateSpec<?, ?> @Nullable [] given) {
        FunctionChecks.checkGiven(graph, OPERATION, "list of states", given);
        List<StateSpec<?, ?>> all = new ArrayList<>(known);
        for (StateSpec<?, ?> state : given == null ? new StateSpec<?, ?>[0] : given) {
            FunctionChecks.checkGiven(graph, OPERATION, "state", state);
            WindowChecks.checkNoWindow(graph, OPERATION, state);
            if (all.stream().anyMatch(other -> other.name().equals(state.name()))) {
                throw new InvalidGraphException(
                        "[TSP-1034] Cannot make state writable: one of this name is so already,"
                                + " graph="
                                + graph
                                + ", state="
                                + state.name()
                                + ". Pass each state once.");
            }
            all.add(state);
        }
        return all;
    }

    /** Refuses what nobody could write. */
    static void checkReachable(GraphSettings settings, List<StateSpec<?, ?>> states) {
        if (!states.isEmpty() && settings.read() == null) {
            throw new InvalidGraphException(
                    "[TSP-1032] Cannot open t-graph: it has writable states, but is not queryable,"
                            + " so nobody could write them, graph="
                            + settings.graph()
                            + ", states="
                            + names(states)
                            + ". Call queryable() or set tspoon.query.enabled.");
        }
    }

    /** Refuses a stream beside which no requests can come. */
    static void checkNamed(GraphSettings settings, List<StateSpec<?, ?>> states) {
        if (!states.isEmpty()) {
            throw new InvalidGraphException(
                    "[TSP-1033] Cannot open t-graph for a stream without a name: others write its"
                            + " states beside the stream, graph="
                            + settings.graph()
                            + ", states="
                            + names(states)
                            + ". Give the stream's entrance a name:"
                            + " openTransaction(\"transfers\", transfers).");
        }
    }

    private static List<String> names(List<StateSpec<?, ?>> states) {
        return states.stream().map(StateSpec::name).toList();
    }

    /**
     * Refuses states that cannot be accessed in one more place, or whose keys and values cannot be
     * read from JSON.
     *
     * @param operators finds the operator with a state of the same name; null if there is none
     */
    static void check(
            StreamExecutionEnvironment environment,
            String graph,
            List<StateSpec<?, ?>> states,
            Function<StateSpec<?, ?>, @Nullable OperatorDraft<?>> operators) {
        Function<TypeInformation<?>, String> unreadable = SettingsReader.unreadable();
        for (StateSpec<?, ?> state : states) {
            checkPlace(environment, graph, state, operators.apply(state));
            checkTypes(graph, state, unreadable);
        }
    }

    private static void checkPlace(
            StreamExecutionEnvironment environment,
            String graph,
            StateSpec<?, ?> state,
            @Nullable OperatorDraft<?> operator) {
        if (operator == null) {
            throw new InvalidGraphException(
                    "[TSP-1136] Cannot make state writable: nothing in the t-graph accesses it,"
                            + " graph="
                            + graph
                            + ", state="
                            + state.name()
                            + ". Access it for the elements of a stream or of calls, or leave it"
                            + " out of writable(...).");
        }
        if (operator.isExchanging()) {
            throw new InvalidGraphException(
                    "[TSP-1137] Cannot make state writable: it plays a role in transact, and is"
                            + " accessed nowhere else, graph="
                            + graph
                            + ", state="
                            + state.name()
                            + ". Offer a procedure with openCalls, whose requests go to the same"
                            + " transact.");
        }
        if (!operator.takesMore(state)) {
            StateChecks.checkFree(environment, graph, state, true);
        }
        EntryChecks.checkRoom(graph, operator);
    }

    private static void checkTypes(
            String graph, StateSpec<?, ?> state, Function<TypeInformation<?>, String> unreadable) {
        for (TypeInformation<?> type : List.of(state.keyType(), state.valueType())) {
            String why = unreadable.apply(type);
            if (!why.isEmpty()) {
                throw new InvalidGraphException(
                        "[TSP-1214] Cannot make state writable: a type cannot be read from JSON,"
                                + " graph="
                                + graph
                                + ", state="
                                + state.name()
                                + ", type="
                                + type
                                + ", reason="
                                + why
                                + ". Use a record of its fields; or give Jackson a deserializer for"
                                + " it with a JsonCustomizer; or offer a procedure with openCalls"
                                + " that writes the state.");
            }
        }
    }
}
