/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.JobGraphs;
import io.tspoon.runtime.shape.ManyStates;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Checks whether a state fits the stream that accesses it. */
final class StateChecks {
    private static final String WAYS_TO_ACCESS_AGAIN =
            ". To access a state in several places, use one StateSpec, for example a constant, and"
                    + " keyBy instead of sameKey. A state that is accessed by transact is accessed"
                    + " nowhere else: let it play a role in one transact, which takes the elements"
                    + " of all streams that need it.";

    private static final String WAYS_TO_ACCESS_FROM_TWO_GRAPHS =
            ". A state belongs to one t-graph. Unite the inputs of both before openTransaction; in"
                    + " the t-graph, each kind of element may access the state in a place of its"
                    + " own.";

    private StateChecks() {}

    static void checkKeyType(String graph, StateSpec<?, ?> spec, TypeInformation<?> keyType) {
        if (!spec.keyType().equals(keyType)) {
            throw new InvalidGraphException(
                    "[TSP-1105] Cannot access state: the stream is keyed by another type, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", stateKeyType="
                            + spec.keyType()
                            + ", streamKeyType="
                            + keyType
                            + ". Key the stream by the key type of the state.");
        }
        UnfitKey unfit = UnfitKey.of(keyType);
        if (unfit != null) {
            throw new InvalidGraphException(
                    "[TSP-1106] Cannot access state: its type cannot be a key, because "
                            + unfit.reason()
                            + ", graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", keyType="
                            + keyType
                            + (unfit.part().isEmpty()
                                    ? ""
                                    : ", partType="
                                            + unfit.type().getName()
                                            + ", part="
                                            + unfit.part())
                            + ". Use a type whose hashCode depends on its value alone, the same in"
                            + " every process: String, Long, or a record or POJO of such; of an"
                            + " enum take the name."
                            + unfit.cure());
        }
    }

    /**
     * Takes the name of a state; refuses it if the job accesses a state of this name already.
     *
     * @param accessed whether the same t-graph does
     */
    static void takeName(
            StreamExecutionEnvironment environment,
            String graph,
            StateSpec<?, ?> spec,
            boolean accessed) {
        checkFree(environment, graph, spec, accessed);
        JobGraphs.add(environment, "state " + spec.name());
    }

    /** Refuses a state that the job accesses already; the parameters are as above. */
    static void checkFree(
            StreamExecutionEnvironment environment,
            String graph,
            StateSpec<?, ?> spec,
            boolean accessed) {
        if (JobGraphs.has(environment, "state " + spec.name())) {
            throw new InvalidGraphException(
                    "[TSP-1107] Cannot access state: "
                            + (accessed ? "this t-graph" : "another t-graph of the job")
                            + " accesses a state of this name already, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + (accessed ? WAYS_TO_ACCESS_AGAIN : WAYS_TO_ACCESS_FROM_TWO_GRAPHS)
                            + " A StateSpec with another name is another state, with values of its"
                            + " own.");
        }
    }

    /** Checks that another state may be accessed after those of an operator. */
    static void checkSameKey(String graph, OperatorDraft<?> operator, StreamNode<?> input) {
        PartitionChecks.checkNotPartitioned(graph, "sameKey", operator.spec());
        EntryChecks.checkSameKey(graph, operator);
        String state = operator.states().get(operator.states().size() - 1).name();
        if (!operator.isLast(input)) {
            throw new InvalidGraphException(
                    "[TSP-1108] Cannot access another state with the same key: one is accessed"
                            + " already for these elements, graph="
                            + graph
                            + ", lastState="
                            + state
                            + ". Go on from the stream that the last access gives, or key the"
                            + " elements again with keyBy.");
        }
        if (operator.states().size() == ManyStates.MAX_STATES) {
            throw new InvalidGraphException(
                    "[TSP-1109] Cannot access another state with the same key: there are too many,"
                            + " graph="
                            + graph
                            + ", lastState="
                            + state
                            + ", limit="
                            + ManyStates.MAX_STATES
                            + ". Key the elements again with keyBy.");
        }
    }

    /**
     * Checks that elements which continue with the same key go nowhere else, not even to a leaf.
     */
    static void checkNoBranches(
            String graph, OperatorDraft<?> operator, List<? extends StreamNode<?>> leaves) {
        for (int place = 0; place < operator.states().size(); place++) {
            if (operator.branches(place, leaves)) {
                throw new InvalidGraphException(
                        "[TSP-1110] Cannot branch stream: its elements go on with the same key,"
                                + " graph="
                                + graph
                                + ", state="
                                + operator.states().get(place).name()
                                + ". Let the last state emit what the other branch needs, or key"
                                + " the elements again with keyBy instead of sameKey.");
            }
        }
    }
}
