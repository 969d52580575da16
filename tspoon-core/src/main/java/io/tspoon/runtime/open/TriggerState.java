/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.FlinkSerializers;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Triggered transactions that wait, in the snapshot of an open operator: what is triggered, with
 * the text of its key and the time of its element.
 *
 * <p>All of one coordinator are one entry, so that they stay together, and in their order, when
 * there is another number of coordinators. One state has those of all entrances, as Flink deals out
 * the entries of each state by itself. No union list, which Flink refuses to store when only some
 * tasks have ended.
 */
final class TriggerState {
    /** Names of the states; part of savepoints. */
    private static final String WAITING = "triggered";

    private static final String ENTRANCES = "triggered-entrances";

    private final @Nullable ListState<List<Tuple3<String, Long, Triggered>>> waiting;

    /** By which entrances those come, so that no program leaves them behind. */
    private final @Nullable ListState<String> entrances;

    /**
     * @param graph name of the t-graph
     * @throws IllegalStateException if something waits by an entrance that the t-graph does not
     *     have any more
     */
    TriggerState(OperatorStateStore store, TriggerPlan plan, String graph) throws Exception {
        entrances =
                !plan.isEmpty() || store.getRegisteredStateNames().contains(ENTRANCES)
                        ? store.getListState(new ListStateDescriptor<>(ENTRANCES, Types.STRING))
                        : null;
        if (entrances != null) {
            for (String entrance : entrances.get()) {
                check(plan, graph, entrance);
            }
            entrances.clear();
        }
        waiting =
                plan.isEmpty()
                        ? null
                        : store.getListState(
                                new ListStateDescriptor<>(
                                        WAITING,
                                        FlinkSerializers.ofTextNumberAndInLists(plan.triggered())));
    }

    private static void check(TriggerPlan plan, String graph, String entrance) {
        if (!plan.isTarget(entrance)) {
            throw new IllegalStateException(
                    "[TSP-2276] Cannot start t-graph: triggered elements wait in its snapshot, and"
                            + " the program does not have their entrance, graph="
                            + graph
                            + ", entrance="
                            + entrance
                            + ". Open it again: openTriggers(environment, spec). Stop the job with"
                            + " --drain before you take it away.");
        }
    }

    /** Takes those that wait out of what is restored. */
    List<Tuple3<String, Long, Triggered>> restored() throws Exception {
        List<Tuple3<String, Long, Triggered>> restored = new ArrayList<>();
        if (waiting != null) {
            waiting.get().forEach(restored::addAll);
            waiting.clear();
        }
        return restored;
    }

    /** Those that wait, for the snapshot that is taken next; {@link #stored} must follow. */
    void store(List<Tuple3<String, Long, Triggered>> all) throws Exception {
        if (waiting != null && entrances != null && !all.isEmpty()) {
            waiting.update(List.of(all));
            entrances.update(all.stream().map(one -> one.f2.entrance()).distinct().toList());
        }
    }

    /** The snapshot has a copy of them, so they take no memory here. */
    void stored() {
        if (waiting != null) {
            waiting.clear();
        }
        if (entrances != null) {
            entrances.clear();
        }
    }
}
