/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * By which entrances the elements have come that wait in a snapshot, so that no program leaves them
 * behind. Other t-graphs than those with batches do not have this state.
 */
final class BatchEntrances {
    /** Name of the state; part of savepoints. */
    private static final String NAME = "pending-batch-entrances";

    private final OpenPlan<?> plan;
    private final @Nullable ListState<String> names;

    BatchEntrances(OpenPlan<?> plan, OperatorStateStore store) throws Exception {
        this.plan = plan;
        names =
                store.getRegisteredStateNames().contains(NAME) || !plan.batches().isEmpty()
                        ? store.getListState(new ListStateDescriptor<>(NAME, Types.STRING))
                        : null;
        if (names != null) {
            for (String name : names.get()) {
                check(name);
            }
        }
    }

    private void check(String name) {
        for (BatchPlan batches : plan.batches()) {
            if (batches.name().equals(name)) {
                return;
            }
        }
        String where = name.isEmpty() ? "(without a name)" : name;
        throw new IllegalStateException(
                "[TSP-2040] Cannot start t-graph: elements in its snapshot wait for others of their"
                        + " batch, and the program takes no batches where they have come from,"
                        + " graph="
                        + plan.settings().graph()
                        + ", entrance="
                        + where
                        + ". Open it with openBatches under this name once more; stop the job with"
                        + " --drain before you take it away.");
    }

    void write(List<String> entrances) throws Exception {
        if (names != null) {
            names.update(entrances);
        }
    }
}
