/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Outlet;
import io.tspoon.transaction.InvalidGraphException;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Refuses t-graphs, when they are closed, in which more than one access would have to be undone to
 * reject an element of a batch.
 *
 * @param leaves with which the t-graph is closed
 */
record RejectingChecks(
        String graph, List<OperatorDraft<?>> operators, List<? extends StreamNode<?>> leaves) {
    private static final String FIX =
            ". Let elements go from the open operator to one procedure of a partition, through map"
                    + " and filter only, and from there to results; or leave rejecting() out.";

    /**
     * Checks the elements that come by one entrance, if they may be rejected.
     *
     * @param outlets where they go
     */
    void check(StreamArrival<?> arrival, List<Outlet> outlets) {
        Batches<?> batches = arrival.batches();
        if (batches == null || !batches.isRejecting()) {
            return;
        }
        Outlet.ToState state = stateOf(arrival, outlets);
        OperatorDraft<?> operator = operators.get(state.operator());
        if (!operator.isPartitioned()) {
            throw new InvalidGraphException(
                    "[TSP-1379] Cannot close t-graph: elements of batches are rejected only where"
                            + " states are partitioned, "
                            + where(arrival)
                            + ", state="
                            + operator.name()
                            + ". Say which keys are together, with partitionedBy of its StateSpec,"
                            + " or leave rejecting() out.");
        }
        for (OperatorDraft.Place<?> place : operator.places()) {
            if (place.entry().isArrival(state)) {
                checkEnds(
                        arrival,
                        operator,
                        place.outlets(),
                        Collections.newSetFromMap(new IdentityHashMap<>()));
            }
        }
    }

    /** The only state to which an element goes, along a way without branches. */
    private Outlet.ToState stateOf(StreamArrival<?> arrival, List<Outlet> outlets) {
        List<Outlet> consumers = outlets;
        String last = "openBatches";
        while (consumers.size() == 1 && !isLeaf(consumers)) {
            Outlet consumer = consumers.get(0);
            if (consumer instanceof Outlet.ToState state) {
                return state;
            }
            Outlet.ToStep step = (Outlet.ToStep) consumer;
            last = step.name();
            if (!step.function().isOneToOne()) {
                throw unfit(arrival, "may make several elements of one", last);
            }
            consumers = step.outlets();
        }
        throw unfit(
                arrival,
                consumers.isEmpty()
                        ? "gives its elements to no state"
                        : "gives its elements to several consumers",
                last);
    }

    private boolean isLeaf(List<Outlet> outlets) {
        return leaves.stream().anyMatch(leaf -> leaf.has(outlets));
    }

    private InvalidGraphException unfit(StreamArrival<?> arrival, String why, String operation) {
        return new InvalidGraphException(
                "[TSP-1378] Cannot close t-graph: elements of batches are to be rejected alone, and"
                        + " an operation in front of the state "
                        + why
                        + ", "
                        + where(arrival)
                        + ", operation="
                        + operation
                        + FIX);
    }

    /** What has gone on to another state could not be taken back. */
    private void checkEnds(
            StreamArrival<?> arrival,
            OperatorDraft<?> operator,
            List<Outlet> outlets,
            Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToState other) {
                throw new InvalidGraphException(
                        "[TSP-1380] Cannot close t-graph: elements of batches are to be rejected"
                                + " alone, and go on from one state to another, "
                                + where(arrival)
                                + ", state="
                                + operator.name()
                                + ", to="
                                + operators.get(other.operator()).name()
                                + FIX);
            }
            if (outlet instanceof Outlet.ToStep step && seen.add(step)) {
                checkEnds(arrival, operator, step.outlets(), seen);
            }
        }
    }

    private String where(StreamArrival<?> arrival) {
        return "graph="
                + graph
                + (arrival.entrance().isEmpty() ? "" : ", entrance=" + arrival.entrance());
    }
}
