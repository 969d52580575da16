/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.shape.ManyStates;
import io.tspoon.transaction.InvalidGraphException;

import java.time.Duration;

/** Checks whether states can have timers, and whether their values can expire. */
final class TimerChecks {
    static final String OPERATION = "onTimer";

    private TimerChecks() {}

    /**
     * Checks that something can be said about timers behind an access.
     *
     * @param accessed place of the state that is accessed there
     * @param state of which the program says it
     */
    static void check(
            String graph, OperatorDraft<?> operator, int accessed, StateSpec<?, ?> state) {
        if (accessed < 0 || operator.specs().get(accessed) != state) {
            throw new InvalidGraphException(
                    "[TSP-1240] Cannot say what timers do: they are those of another state than the"
                            + " one that is accessed here, graph="
                            + graph
                            + ", state="
                            + state.name()
                            + ", accessed="
                            + (accessed < 0 ? "none" : operator.specs().get(accessed).name())
                            + ". Call onTimer directly behind an access to the state.");
        }
        if (operator.timers().stream().anyMatch(timer -> timer.state() == accessed)) {
            throw new InvalidGraphException(
                    "[TSP-1241] Cannot say what timers do: it was said for this state before,"
                            + " graph="
                            + graph
                            + ", state="
                            + state.name()
                            + ". Call onTimer once; all functions that access the state set timers"
                            + " of this kind, and its payload may tell them apart.");
        }
    }

    /** The refusal of timers beside a stream without a name. */
    static InvalidGraphException unnamed(String graph, String state) {
        return new InvalidGraphException(
                "[TSP-1242] Cannot use timers or expiry in a t-graph whose stream has no name: they"
                        + " come beside it, graph="
                        + graph
                        + ", state="
                        + state
                        + ". Give the stream's entrance a name: openTransaction(\"orders\","
                        + " orders).");
    }

    /** The refusal of timers whose entrance has the name of another one. */
    static InvalidGraphException entranceTaken(String graph, String state) {
        return new InvalidGraphException(
                "[TSP-1243] Cannot use timers or expiry: an entrance of the program has the name"
                        + " of theirs, graph="
                        + graph
                        + ", state="
                        + state
                        + ", entrance="
                        + TimerPlan.ENTRANCE
                        + ". Give that entrance another name.");
    }

    /** Checks that an operator has room for what is kept, and that it can be kept there. */
    static void checkKept(String graph, OperatorDraft<?> operator) {
        if (operator.isExchanging()) {
            throw new InvalidGraphException(
                    "[TSP-1244] Cannot let values expire: the state is accessed by transact,"
                            + " graph="
                            + graph
                            + ", state="
                            + operator.name()
                            + ". Access it with keyBy, or delete its values for elements of a"
                            + " stream.");
        }
        int places = operator.states().size() + operator.keptPlaces();
        if (operator.isPartitioned()) {
            checkKeptInPartitions(graph, operator, places);
        } else if (places > ManyStates.MAX_STATES) {
            throw new InvalidGraphException(
                    "[TSP-1245] Cannot use timers or expiry: there are too many states with the"
                            + " same key, each of which takes a place, and its timers and its"
                            + " expiry one each, graph="
                            + graph
                            + ", firstState="
                            + operator.name()
                            + ", places="
                            + places
                            + ", limit="
                            + ManyStates.MAX_STATES
                            + ". Key the elements again with keyBy instead of sameKey.");
        }
    }

    private static void checkKeptInPartitions(String graph, OperatorDraft<?> operator, int places) {
        if (places > PartitionChecks.MAX_STATES) {
            throw new InvalidGraphException(
                    "[TSP-1320] Cannot use timers or expiry: there are too many states in the"
                            + " partitions, each of which takes a place, and its timers and its"
                            + " expiry one each, graph="
                            + graph
                            + ", firstState="
                            + operator.name()
                            + ", places="
                            + places
                            + ", limit="
                            + PartitionChecks.MAX_STATES
                            + ". Let fewer of the states have timers or expire, or put several"
                            + " values into one state.");
        }
    }

    /** Checks how long values stay. */
    static long checkExpiry(String state, Duration after) {
        if (after == null || after.toMillis() <= 0) {
            throw new InvalidGraphException(
                    "[TSP-1246] Cannot describe state: the time after which values expire is not"
                            + " at least a millisecond, state="
                            + state
                            + ", expireAfter="
                            + after
                            + ". Pass a longer one, or leave it out.");
        }
        return after.toMillis();
    }
}
