/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.TaskInfo;

import java.util.List;

/**
 * How messages call participants: by the first state of the operator, and the index of the
 * instance.
 *
 * @param states of the t-graph
 * @param parallelism number of instances of each operator
 */
record ParticipantNames(List<StateColumns> states, int parallelism) {
    static ParticipantNames of(OpenPlan<?> plan, TaskInfo task) {
        return new ParticipantNames(plan.states(), task.getNumberOfParallelSubtasks());
    }

    int count() {
        return StateColumns.operators(states) * parallelism;
    }

    String of(int participant) {
        return state(participant / parallelism) + " " + participant % parallelism;
    }

    private String state(int operator) {
        for (StateColumns state : states) {
            if (state.operator() == operator && state.place() == 0) {
                return state.name();
            }
        }
        throw new IllegalStateException(
                "[TSP-2103] Cannot name operator: no state has it, index=" + operator);
    }
}
