/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Checks whether a t-graph can be opened for the calls of a procedure. */
final class CallChecks {
    private static final String OPERATION = "openCalls";

    private CallChecks() {}

    /** Refuses what callers cannot reach, and types that no call can bring or take away. */
    static void check(
            GraphSettings settings,
            StreamExecutionEnvironment environment,
            ProcedureSpec<?, ?> spec,
            boolean kryoAllowed) {
        String graph = settings.graph();
        if (settings.read() == null) {
            throw new InvalidGraphException(
                    "[TSP-1029] Cannot open t-graph for calls: it is not queryable, so nobody could"
                            + " call, graph="
                            + graph
                            + ", procedure="
                            + spec.name()
                            + ". Call queryable() or set tspoon.query.enabled.");
        }
        GraphTypes.checkSerializable(
                environment, graph, "requestType", spec.requestType(), kryoAllowed);
        GraphTypes.checkSerializable(
                environment, graph, "answerType", spec.answerType(), kryoAllowed);
        GraphTypes.checkCallable(graph, spec, SettingsReader.readable());
        FunctionChecks.clean(environment, graph, OPERATION, "check of requests", spec.problems());
    }

    /** Refuses a procedure whose calls come already. */
    static void checkNew(String graph, String procedure, List<Procedure> others) {
        if (others.stream().anyMatch(other -> other.name().equals(procedure))) {
            throw new InvalidGraphException(
                    "[TSP-1030] Cannot open t-graph for calls: those of a procedure with this name"
                            + " come already, graph="
                            + graph
                            + ", procedure="
                            + procedure
                            + ". Use the stream that the first openCalls has returned wherever its"
                            + " requests are needed, or give each procedure a name of its own.");
        }
    }

    /**
     * Refuses procedures that would not answer with what the t-graph emits.
     *
     * @param emitted type of the elements with which it is closed
     */
    static void checkAnswers(String graph, TypeInformation<?> emitted, List<Procedure> procedures) {
        for (Procedure procedure : procedures) {
            if (!procedure.answerType().equals(emitted)) {
                throw new InvalidGraphException(
                        "[TSP-1031] Cannot close t-graph: its elements are not of the type with"
                                + " which a procedure answers, graph="
                                + graph
                                + ", procedure="
                                + procedure.name()
                                + ", answerType="
                                + procedure.answerType()
                                + ", type="
                                + emitted
                                + ". Map the elements to the answer type in front of"
                                + " closeTransaction, or describe the procedure with their type.");
            }
        }
    }
}
