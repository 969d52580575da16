/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.Functions;
import io.tspoon.index.IndexDefinition;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.InvalidProgramException;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** Checks whether a function can be part of a transaction. */
final class FunctionChecks {
    private FunctionChecks() {}

    /**
     * Refuses null while the t-graph is built. Flink would accept it, and the job would fail at run
     * time.
     */
    static void checkGiven(String graph, String operation, String what, @Nullable Object given) {
        if (given == null) {
            throw new InvalidGraphException(
                    "[TSP-1102] Cannot build t-graph: the "
                            + what
                            + " is null, graph="
                            + graph
                            + ", operation="
                            + operation
                            + ". Pass one.");
        }
    }

    /**
     * Refuses functions that take part in checkpoints, because a t-graph does not notify its
     * functions.
     */
    static void checkTransactional(String graph, String operation, @Nullable Function function) {
        checkGiven(graph, operation, "function", function);
        if (function instanceof CheckpointedFunction) {
            throw refused(graph, operation, function, CheckpointedFunction.class);
        }
        if (function instanceof CheckpointListener) {
            throw refused(graph, operation, function, CheckpointListener.class);
        }
    }

    /**
     * Cleans the closure of a function of any kind, if there is one. Refuses it if it cannot be
     * shipped: Flink would not say where it is.
     *
     * @param what the kind of the function in words
     */
    static void clean(
            StreamExecutionEnvironment environment,
            String graph,
            String operation,
            String what,
            @Nullable Object function) {
        if (function != null) {
            String which = ", function=" + function.getClass().getName();
            String where = "graph=" + graph + ", operation=" + operation + which;
            clean(environment, what, where, function);
        }
    }

    /**
     * Cleans the closures of a constraint, of initial values and of indexes. They are shipped with
     * the job like functions, but Flink does not see them as part of one.
     */
    static void cleanFunctions(
            StreamExecutionEnvironment environment, String graph, StateSpec<?, ?> spec) {
        clean(environment, graph, spec.name(), "initial value", spec.initialValueFunction());
        for (IndexDefinition index : spec.indexes()) {
            if (index.part() instanceof IndexedPart<?> part) {
                clean(environment, graph, spec.name(), "index", part.function());
            }
        }
        if (spec.constraint() != null) {
            String which = ", constraint=" + spec.constraintName();
            String where = "graph=" + graph + ", state=" + spec.name() + which;
            clean(environment, "constraint", where, spec.constraint());
        }
    }

    private static void clean(
            StreamExecutionEnvironment environment, String what, String where, Object function) {
        try {
            Functions.clean(environment, function);
        } catch (InvalidProgramException e) {
            throw new InvalidGraphException(
                    "[TSP-1103] Cannot use "
                            + what
                            + " in t-graph: it cannot be shipped, "
                            + where
                            + ". Let it use only what is Serializable, or make it a static method."
                            + " Flink says: "
                            + e.getMessage(),
                    e);
        }
    }

    private static InvalidGraphException refused(
            String graph, String operation, Function function, Class<?> refused) {
        return new InvalidGraphException(
                "[TSP-1104] Cannot use function in t-graph: it would never be told of checkpoints,"
                        + " graph="
                        + graph
                        + ", operation="
                        + operation
                        + ", function="
                        + function.getClass().getName()
                        + ", implements="
                        + refused.getSimpleName()
                        + ". Declare a StateSpec for what it keeps, or move it before"
                        + " openTransaction or behind closeTransaction.");
    }
}
