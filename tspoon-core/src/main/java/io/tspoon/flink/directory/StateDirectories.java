/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.annotation.Internal;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

import java.util.List;

/** Creates the directories of states. */
@Internal
public final class StateDirectories {
    private StateDirectories() {}

    /**
     * The directory of an operator's states, which is created in the JobManager.
     *
     * @param index place of the operator among the stateful ones of the t-graph
     */
    public static OperatorCoordinator.Provider provider(
            OperatorID operator, String graph, int index, List<String> states) {
        return new StateDirectory.Provider(operator, graph, index, states);
    }
}
