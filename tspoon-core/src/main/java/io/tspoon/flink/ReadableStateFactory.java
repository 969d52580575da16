/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.flink.directory.StateDirectories;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.StateOperatorFactory;
import io.tspoon.runtime.transport.Block;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;

import java.util.ArrayList;

/**
 * Ships a stateful operator whose states can be read from outside, with the directory of its
 * instances.
 */
final class ReadableStateFactory<I, K, V, O> extends StateOperatorFactory<I, K, V, O>
        implements CoordinatedOperatorFactory<Block> {
    private static final long serialVersionUID = 1L;

    private final String graph;
    private final int index;
    private final ArrayList<String> states = new ArrayList<>();

    ReadableStateFactory(StateOperatorPlan<I, K, V, O> plan) {
        super(plan);
        this.graph = plan.settings().graph();
        this.index = plan.index();
        plan.shownStates().forEach(state -> states.add(state.name()));
    }

    @Override
    public OperatorCoordinator.Provider getCoordinatorProvider(
            String operatorName, OperatorID operator) {
        return StateDirectories.provider(operator, graph, index, states);
    }
}
