/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Checks whether a t-graph can have one more entrance, for a stream or for calls. */
final class EntranceChecks {
    /** Most entrances of a t-graph. */
    static final int MAX_ENTRANCES = 32;

    private EntranceChecks() {}

    /**
     * @param entrance name of the new entrance; empty if it has none
     * @param others names of those before it
     */
    static void check(String graph, String entrance, List<String> others) {
        if (entrance.isEmpty()) {
            throw new InvalidGraphException(
                    "[TSP-1022] Cannot open t-graph for another stream: its entrance has no name,"
                            + " graph="
                            + graph
                            + ", entrances="
                            + others
                            + ". Give it one: openTransaction(\"deposits\", deposits).");
        }
        if (others.contains(entrance)) {
            throw new InvalidGraphException(
                    "[TSP-1023] Cannot add entrance to t-graph: another one has this name, graph="
                            + graph
                            + ", entrance="
                            + entrance
                            + ". Give each stream and each procedure a name of its own; to let"
                            + " several streams of one type come by one entrance, unite them before"
                            + " openTransaction.");
        }
        if (others.size() == MAX_ENTRANCES) {
            throw new InvalidGraphException(
                    "[TSP-1025] Cannot add entrance to t-graph: there are too many, graph="
                            + graph
                            + ", entrance="
                            + entrance
                            + ", limit="
                            + MAX_ENTRANCES
                            + ". Unite streams of one type before openTransaction, or let one"
                            + " procedure take several kinds of requests.");
        }
    }

    /**
     * @param environment of the t-graph
     * @param arrival what comes by the new entrance
     * @param others what comes by those before it
     */
    static void check(
            StreamExecutionEnvironment environment,
            GraphSettings settings,
            Arrival<?> arrival,
            List<Arrival<?>> others) {
        if (arrival.environment() != environment) {
            throw new InvalidGraphException(
                    "[TSP-1024] Cannot add entrance to t-graph: it belongs to another environment,"
                            + " graph="
                            + settings.graph()
                            + ", entrance="
                            + arrival.entrance()
                            + ". Use one StreamExecutionEnvironment for all that belongs to a"
                            + " job.");
        }
        if (isStream(arrival)
                && others.stream()
                        .filter(EntranceChecks::isStream)
                        .anyMatch(
                                other ->
                                        other.isByContent(settings)
                                                != arrival.isByContent(settings))) {
            throw new InvalidGraphException(
                    "[TSP-1026] Cannot open t-graph for another stream: its write-ahead log would"
                            + " know some inputs by their key and others by their content, graph="
                            + settings.graph()
                            + ", entrance="
                            + arrival.entrance()
                            + ". Give the transactions of all entrances a key, or those of none.");
        }
    }

    /** Calls have their keys in any case, and timers need none. */
    private static boolean isStream(Arrival<?> arrival) {
        return arrival instanceof StreamArrival;
    }
}
