/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.FlinkSerializers;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
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
    private final @Nullable ListState<List<Tuple3<String, Long, Triggered>>> waiting;

    TriggerState(OperatorStateStore store, TriggerPlan plan) throws Exception {
        waiting =
                plan.isEmpty()
                        ? null
                        : store.getListState(
                                new ListStateDescriptor<>(
                                        "triggered",
                                        FlinkSerializers.ofTextNumberAndInLists(plan.triggered())));
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
        if (waiting != null && !all.isEmpty()) {
            waiting.update(List.of(all));
        }
    }

    /** The snapshot has a copy of them, so they take no memory here. */
    void stored() {
        if (waiting != null) {
            waiting.clear();
        }
    }
}
