/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.JobGraphs;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Checks whether a t-graph fits into its job. */
final class GraphChecks {
    private GraphChecks() {}

    static void checkParallelism(String graph, int parallelism) {
        if (parallelism > Timestamps.MAX_COORDINATORS) {
            throw new InvalidGraphException(
                    "Cannot open t-graph: its parallelism is too high, graph="
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
                    "Cannot open t-graph: the job has one of this name, graph="
                            + graph
                            + ". Give each t-graph of a job a name of its own.");
        }
        if (!JobGraphs.add(environment, uids)) {
            throw new InvalidGraphException(
                    "Cannot open t-graph: another one of the job has the uids of its operators,"
                            + " graph="
                            + graph
                            + ", uidPrefix="
                            + uidPrefix
                            + ". A uid prefix is the name of the t-graph, unless it is set: give"
                            + " each t-graph of a job one of its own with uidPrefix(...).");
        }
        JobGraphs.add(environment, graph);
    }
}
