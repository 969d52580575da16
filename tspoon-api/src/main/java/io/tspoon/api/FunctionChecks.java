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

/** Whether a function can be part of a transaction. */
final class FunctionChecks {
    private FunctionChecks() {}

    /** Flink takes null for an answer, and the job fails with it when it runs. */
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

    /** Nobody would tell a function inside a t-graph of checkpoints. */
    static void checkTransactional(String graph, String operation, @Nullable Function function) {
        checkGiven(graph, operation, "function", function);
        if (function instanceof CheckpointedFunction) {
            throw refused(graph, operation, function, CheckpointedFunction.class);
        }
        if (function instanceof CheckpointListener) {
            throw refused(graph, operation, function, CheckpointListener.class);
        }
    }

    /** A constraint is shipped as functions are, but Flink does not know what it belongs to. */
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
