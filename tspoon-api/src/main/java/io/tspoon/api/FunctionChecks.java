/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.Functions;
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
                    "Cannot build t-graph: the "
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
     * Cleans the closure of a constraint. A constraint is shipped with the job like a function, but
     * Flink does not see it as part of one.
     */
    static void cleanConstraint(
            StreamExecutionEnvironment environment, String graph, StateSpec<?, ?> spec) {
        if (spec.constraint() == null) {
            return;
        }
        try {
            Functions.clean(environment, spec.constraint());
        } catch (InvalidProgramException e) {
            throw new InvalidGraphException(
                    "Cannot use constraint in t-graph: it cannot be shipped, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", constraint="
                            + spec.constraintName()
                            + ", reason="
                            + e.getMessage()
                            + ". Let it use only what is Serializable, or make it a static"
                            + " method.",
                    e);
        }
    }

    private static InvalidGraphException refused(
            String graph, String operation, Function function, Class<?> refused) {
        return new InvalidGraphException(
                "Cannot use function in t-graph: it would never be told of checkpoints, graph="
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
