/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.io.Serializable;
import java.util.List;

/**
 * How the updates of one state are serialized.
 *
 * @param name of the state
 * @param keySerializer writes its keys
 * @param valueSerializer writes its values
 * @param operator index of the stateful operator that has the state
 * @param place of the state among those of its operator
 * @param routing says by what its keys are spread
 */
@Internal
public record StateColumns(
        String name,
        TypeSerializer<?> keySerializer,
        TypeSerializer<?> valueSerializer,
        int operator,
        int place,
        RoutingKey routing)
        implements Serializable {
    /** A state whose keys are spread by themselves. */
    public StateColumns(
            String name,
            TypeSerializer<?> keySerializer,
            TypeSerializer<?> valueSerializer,
            int operator,
            int place) {
        this(name, keySerializer, valueSerializer, operator, place, RoutingKey.ITSELF);
    }

    /**
     * In names of what the engine keeps beside states; no state of a program has it in its name.
     */
    private static final char OF_ENGINE = '#';

    /** The name of the timers of a state. */
    public static String timersOf(String state) {
        return state + OF_ENGINE + "timers";
    }

    /** The name of the times at which the values of a state were written. */
    public static String timesOf(String state) {
        return state + OF_ENGINE + "written";
    }

    /** Whether this is no state of the program, but what the engine keeps beside one. */
    public boolean isKept() {
        return name.indexOf(OF_ENGINE) >= 0;
    }

    /**
     * The number of stateful operators.
     *
     * @param states all states of a t-graph
     */
    public static int operators(List<StateColumns> states) {
        int operators = 0;
        for (StateColumns state : states) {
            operators = Math.max(operators, state.operator + 1);
        }
        return operators;
    }

    /**
     * The indices of the states in the list, grouped by operator and ordered by place.
     *
     * @param states all states of a t-graph
     */
    public static int[][] byOperator(List<StateColumns> states) {
        int[] counts = new int[operators(states)];
        for (StateColumns state : states) {
            counts[state.operator]++;
        }
        int[][] byOperator = new int[counts.length][];
        for (int i = 0; i < counts.length; i++) {
            byOperator[i] = new int[counts[i]];
        }
        for (int i = 0; i < states.size(); i++) {
            StateColumns state = states.get(i);
            byOperator[state.operator][state.place] = i;
        }
        return byOperator;
    }
}
