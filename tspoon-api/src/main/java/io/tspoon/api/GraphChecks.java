/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.JobGraphs;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.regime.ResultOrder;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Checks whether a t-graph fits into its job. */
final class GraphChecks {
    private GraphChecks() {}

    static void checkParallelism(String graph, int parallelism) {
        if (parallelism > Timestamps.MAX_COORDINATORS) {
            throw new InvalidGraphException(
                    "[TSP-1011] Cannot open t-graph: its parallelism is too high, graph="
                            + graph
                            + ", parallelism="
                            + parallelism
                            + ", limit="
                            + Timestamps.MAX_COORDINATORS
                            + ". Set a lower one with parallelism(n).");
        }
    }

    /**
     * Takes the name and the uids of a t-graph; refuses them if another t-graph of the job has
     * them.
     */
    static void takeNames(StreamExecutionEnvironment environment, String graph, String uidPrefix) {
        String uids = "uid prefix " + uidPrefix;
        if (JobGraphs.has(environment, graph)) {
            throw new InvalidGraphException(
                    "[TSP-1012] Cannot open t-graph: the job has one of this name, graph="
                            + graph
                            + ". Give each t-graph of a job a name of its own.");
        }
        if (!JobGraphs.add(environment, uids)) {
            throw new InvalidGraphException(
                    "[TSP-1013] Cannot open t-graph: another one of the job has the uids of its"
                            + " operators, graph="
                            + graph
                            + ", uidPrefix="
                            + uidPrefix
                            + ". A uid prefix is the name of the t-graph, unless it is set: give"
                            + " each t-graph of a job one of its own with uidPrefix(...).");
        }
        JobGraphs.add(environment, graph);
    }

    /** Refuses leaves with common elements: each of these would be in a result several times. */
    static void checkDisjoint(String graph, List<? extends StreamNode<?>> leaves) {
        for (int place = 1; place < leaves.size(); place++) {
            for (int other = 0; other < place; other++) {
                if (leaves.get(place).overlaps(leaves.get(other))) {
                    throw new InvalidGraphException(
                            "[TSP-1015] Cannot close t-graph: two leaves have elements in common,"
                                    + " which would be in each result twice, graph="
                                    + graph
                                    + ", place="
                                    + place
                                    + ", other="
                                    + other
                                    + ". Pass each stream once, and none beside a union with it.");
                }
            }
        }
    }

    /** Refuses elements that must take effect in their order if nothing keeps it. */
    static void checkOrder(GraphSettings settings, boolean ordered) {
        if (ordered && !settings.regime().keepsEntryOrder()) {
            throw new InvalidGraphException(
                    "[TSP-1014] Cannot open t-graph: elements of a key would not always take effect"
                            + " in their order, as only PL4 keeps the order of entry, graph="
                            + settings.graph()
                            + ", isolation="
                            + settings.isolation()
                            + ". Set isolation(IsolationLevel.PL4).");
        }
    }

    /** Refuses results in the order of entry if transactions are not executed in it. */
    static void checkResults(GraphSettings settings) {
        if (settings.results() == ResultOrder.OF_ENTRY && !settings.regime().keepsEntryOrder()) {
            throw new InvalidGraphException(
                    "[TSP-1021] Cannot open t-graph: results cannot leave in the order of entry, as"
                            + " only PL4 executes transactions in it, graph="
                            + settings.graph()
                            + ", isolation="
                            + settings.isolation()
                            + ". Set isolation(IsolationLevel.PL4), or leave orderedResults()"
                            + " out.");
        }
    }

    /**
     * Refuses a log without a state. Only stateful operators make sure that no earlier run still
     * writes to the log.
     */
    static void checkHasWhatIsLogged(GraphSettings settings, boolean hasStates) {
        if (settings.regime().isLogged() && !hasStates) {
            throw new InvalidGraphException(
                    "[TSP-1016] Cannot close t-graph: it has a write-ahead log and no state, graph="
                            + settings.graph()
                            + ". Without a state there is nothing to recover: leave the log out,"
                            + " and make what follows exactly-once, or access a state.");
        }
    }
}
