/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Checks whether states can be accessed by partitions. */
final class PartitionChecks {
    static final String OPERATION = "procedure";

    /** The most states of an operator. */
    static final int MAX_STATES = 127;

    private PartitionChecks() {}

    /** Refuses states that no procedure of a stream can be given. */
    static void check(String graph, TypeInformation<?> partitions, List<StateSpec<?, ?>> states) {
        if (states.isEmpty()) {
            throw new InvalidGraphException(
                    "[TSP-1260] Cannot access states: the procedure is given none, graph="
                            + graph
                            + ". Name those that it reads and writes, behind its result type.");
        }
        Set<String> names = new HashSet<>();
        for (StateSpec<?, ?> state : states) {
            FunctionChecks.checkGiven(graph, OPERATION, "state", state);
            if (!names.add(state.name())) {
                throw new InvalidGraphException(
                        "[TSP-1266] Cannot access state by partition: the procedure is given it"
                                + " twice, graph="
                                + graph
                                + ", state="
                                + state.name()
                                + ". Name each state once.");
            }
            Partitioning<?, ?> partitioning = state.partitioning();
            if (partitioning == null) {
                throw new InvalidGraphException(
                        "[TSP-1261] Cannot access state by partition: it is not partitioned, graph="
                                + graph
                                + ", state="
                                + state.name()
                                + ". Say which keys are together, with partitionedBy of its"
                                + " StateSpec, or access it behind keyBy.");
            }
            if (!partitioning.type().equals(partitions)) {
                throw new InvalidGraphException(
                        "[TSP-1262] Cannot access state by partition: it is partitioned by another"
                                + " type than the stream, graph="
                                + graph
                                + ", state="
                                + state.name()
                                + ", partitionType="
                                + partitioning.type()
                                + ", streamPartitionType="
                                + partitions
                                + ". Give both the same type.");
            }
        }
    }

    /**
     * The operator of states that are accessed together, among them some that no operator has yet;
     * null if none has any.
     *
     * @param operators finds the operator with a state of the same name; null if there is none
     */
    static @Nullable OperatorDraft<?> operatorOf(
            String graph,
            List<StateSpec<?, ?>> states,
            Function<StateSpec<?, ?>, @Nullable OperatorDraft<?>> operators) {
        OperatorDraft<?> found = null;
        for (StateSpec<?, ?> state : states) {
            OperatorDraft<?> operator = operators.apply(state);
            if (found != null && operator != null && operator != found) {
                throw new InvalidGraphException(
                        "[TSP-1263] Cannot access states together: they are in two operators, as"
                                + " they were accessed apart before, graph="
                                + graph
                                + ", state="
                                + state.name()
                                + ", other="
                                + found.name()
                                + ". Describe first the procedure that is given all of them.");
            }
            found = operator == null ? found : operator;
        }
        return found;
    }

    /** Refuses more states than an operator can have. */
    static void checkCount(String graph, List<StateSpec<?, ?>> states, int count) {
        if (count > MAX_STATES) {
            throw new InvalidGraphException(
                    "[TSP-1264] Cannot access state by partition: too many are accessed together,"
                            + " graph="
                            + graph
                            + ", state="
                            + states.get(0).name()
                            + ", limit="
                            + MAX_STATES
                            + ". Put several values into one state.");
        }
    }

    /** Refuses what cannot be executed in chains. */
    static void checkInAttempts(String graph, OperatorDraft<?> operator) {
        if (operator.isPartitioned()) {
            throw new InvalidGraphException(
                    "[TSP-1267] Cannot close t-graph: with deterministic chains no state may be"
                            + " partitioned, graph="
                            + graph
                            + ", state="
                            + operator.name()
                            + ". Use LOCK_BASED or TIMESTAMP_BASED at PL4.");
        }
    }

    /** Refuses a partitioned state where only others can be. */
    static void checkNotPartitioned(String graph, String operation, StateSpec<?, ?> state) {
        if (state.partitioning() != null) {
            throw new InvalidGraphException(
                    "[TSP-1265] Cannot access state: it is partitioned, graph="
                            + graph
                            + ", state="
                            + state.name()
                            + ", operation="
                            + operation
                            + ". Access it with partitionBy and a procedure, or behind keyBy.");
        }
    }
}
