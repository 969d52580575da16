/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.JobGraphs;
import io.tspoon.runtime.state.StateOperatorPlan;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** Checks whether a state fits the stream that accesses it. */
final class StateChecks {
    private StateChecks() {}

    static void checkKeyType(String graph, StateSpec<?, ?> spec, TypeInformation<?> keyType) {
        if (!spec.keyType().equals(keyType)) {
            throw new InvalidGraphException(
                    "Cannot access state: the stream is keyed by another type, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", stateKeyType="
                            + spec.keyType()
                            + ", streamKeyType="
                            + keyType
                            + ". Key the stream by the key type of the state.");
        }
        String unfit = unfitPart(keyType);
        if (!keyType.isKeyType() || unfit != null) {
            throw new InvalidGraphException(
                    "Cannot access state: its type cannot be a key, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", keyType="
                            + keyType
                            + (unfit == null || unfit.isEmpty() ? "" : ", part=" + unfit)
                            + ". Use a type whose hashCode depends on its value alone, the same in"
                            + " every process: String, Long, or a record or POJO of such; of an"
                            + " enum take the name.");
        }
    }

    /** Takes the name of a state; refuses it if another state of the job has it. */
    static void takeName(
            StreamExecutionEnvironment environment, String graph, StateSpec<?, ?> spec) {
        if (!JobGraphs.add(environment, "state " + spec.name())) {
            throw new InvalidGraphException(
                    "Cannot add stateful operator: the job has a state of this name, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ". A state belongs to one operator of one t-graph: give each operator"
                            + " a StateSpec with a name of its own.");
        }
    }

    /** Checks that another state may be accessed after those of an operator. */
    static void checkSameKey(String graph, OperatorDraft<?> operator, StreamNode<?> input) {
        String state = operator.states().get(operator.states().size() - 1).name();
        if (!operator.isLast(input)) {
            throw new InvalidGraphException(
                    "Cannot access another state with the same key: one is accessed already for"
                            + " these elements, graph="
                            + graph
                            + ", lastState="
                            + state
                            + ". Go on from the stream that the last access gives, or key the"
                            + " elements again with keyBy.");
        }
        if (operator.states().size() == StateOperatorPlan.MAX_STATES) {
            throw new InvalidGraphException(
                    "Cannot access another state with the same key: there are too many, graph="
                            + graph
                            + ", lastState="
                            + state
                            + ", limit="
                            + StateOperatorPlan.MAX_STATES
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
                        "Cannot branch stream: its elements go on with the same key, graph="
                                + graph
                                + ", state="
                                + operator.states().get(place).name()
                                + ". Let the last state emit what the other branch needs, or key"
                                + " the elements again with keyBy instead of sameKey.");
            }
        }
    }

    /**
     * The path to a part of a key type that is not hashed by value; empty for the type itself, null
     * if there is no such part. Goes beyond Flink's rule for keys, and also checks the parts of
     * records and POJOs: whether the hashCode of their class makes up for such a part cannot be
     * seen.
     */
    private static @Nullable String unfitPart(TypeInformation<?> type) {
        Class<?> typeClass = type.getTypeClass();
        if (typeClass.isArray() || typeClass.isEnum() || inheritsHashCode(typeClass)) {
            return "";
        }
        if (type instanceof CompositeType<?> composite) {
            String[] names = composite.getFieldNames();
            for (int i = 0; i < names.length; i++) {
                String unfit = unfitPart(composite.getTypeAt(i));
                if (unfit != null) {
                    return unfit.isEmpty() ? names[i] : names[i] + "." + unfit;
                }
            }
        }
        return null;
    }

    private static boolean inheritsHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false; // interfaces have none
        }
    }
}
