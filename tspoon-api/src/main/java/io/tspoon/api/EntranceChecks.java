/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Checks whether a t-graph can be opened for one more stream. */
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
                    "[TSP-1023] Cannot open t-graph for another stream: another entrance has this"
                            + " name, graph="
                            + graph
                            + ", entrance="
                            + entrance
                            + ". Give each entrance a name of its own; to let several streams of"
                            + " one type come by one entrance, unite them before openTransaction.");
        }
        if (others.size() == MAX_ENTRANCES) {
            throw new InvalidGraphException(
                    "[TSP-1025] Cannot open t-graph for another stream: there are too many, graph="
                            + graph
                            + ", entrance="
                            + entrance
                            + ", limit="
                            + MAX_ENTRANCES
                            + ". Unite streams of one type before openTransaction.");
        }
    }

    /**
     * @param environment of the t-graph
     * @param arrival the stream of the new entrance
     * @param others those before it
     */
    static void check(
            StreamExecutionEnvironment environment,
            GraphSettings settings,
            Arrival<?> arrival,
            List<Arrival<?>> others) {
        if (arrival.input().getExecutionEnvironment() != environment) {
            throw new InvalidGraphException(
                    "[TSP-1024] Cannot open t-graph for another stream: it belongs to another"
                            + " environment, graph="
                            + settings.graph()
                            + ", entrance="
                            + arrival.entrance()
                            + ". Make all streams of a job in one StreamExecutionEnvironment.");
        }
        if (!others.isEmpty()
                && others.get(0).isByContent(settings) != arrival.isByContent(settings)) {
            throw new InvalidGraphException(
                    "[TSP-1026] Cannot open t-graph for another stream: its write-ahead log would"
                            + " know some inputs by their key and others by their content, graph="
                            + settings.graph()
                            + ", entrance="
                            + arrival.entrance()
                            + ". Give the transactions of all entrances a key, or those of none.");
        }
    }
}
