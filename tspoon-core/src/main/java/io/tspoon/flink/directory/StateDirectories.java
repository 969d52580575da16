/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;

/** Makes the directories of states. */
public final class StateDirectories {
    private StateDirectories() {}

    /** The directory of a state, to be made in the JobManager. */
    public static OperatorCoordinator.Provider provider(
            OperatorID operator, String graph, String state) {
        return new StateDirectory.Provider(operator, graph, state);
    }
}
