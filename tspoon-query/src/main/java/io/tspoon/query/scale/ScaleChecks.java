/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Refuses changes that cannot work, with the reason and what to do. */
final class ScaleChecks {
    private ScaleChecks() {}

    /** The t-graph of this name, with those that are chained to it. */
    static ScaledGraph find(RunningJob job, String graph) {
        List<ScaledGraph> all = ScaledGraph.of(job);
        for (ScaledGraph one : all) {
            if (one.graphs().contains(graph)) {
                return one;
            }
        }
        Set<String> known = new TreeSet<>();
        all.forEach(one -> known.addAll(one.graphs()));
        throw new QueryException(
                FailureReason.UNKNOWN_GRAPH,
                "[TSP-4170] Cannot find t-graph: no vertex of the job is of it, graph="
                        + graph
                        + ", known="
                        + known
                        + ". Vertices of a job that was built with an older version do not say"
                        + " what they are of.");
    }

    static void checkParallelism(int parallelism) {
        if (parallelism < 1 || parallelism > Wanted.HIGHEST) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4171] Cannot change parallelism: a t-graph has 1 to "
                            + Wanted.HIGHEST
                            + " instances, parallelism="
                            + parallelism
                            + ".");
        }
    }

    /** Refuses what can never be changed, and what Flink shows no vertices of now. */
    static void checkKnown(RunningJob job) {
        if (!job.adaptive()) {
            throw refusal(
                    "[TSP-4172] Cannot change parallelism: Flink's scheduler of the job is not the"
                            + " adaptive one, job="
                            + job.id()
                            + ". Set jobmanager.scheduler=adaptive, or stop the job with a"
                            + " savepoint and start it with another parallelism.");
        }
        if (job.vertices().isEmpty()) {
            throw notRunning(job);
        }
    }

    private static QueryException notRunning(RunningJob job) {
        return new QueryException(
                FailureReason.NOT_READY,
                "[TSP-4175] Cannot change parallelism: the job does not run now, job="
                        + job.id()
                        + ", status="
                        + job.status()
                        + ".");
    }

    /** Refuses what no number of slots makes possible. */
    static void checkPossible(ScaledGraph graph, int parallelism) {
        if (parallelism > graph.maxParallelism()) {
            throw refusal(
                    "[TSP-4173] Cannot change parallelism: it is above the maximum parallelism of"
                            + " the job, parallelism="
                            + parallelism
                            + ", maxParallelism="
                            + graph.maxParallelism()
                            + ". The maximum is fixed when states are first written, by"
                            + " pipeline.max-parallelism.");
        }
        if (graph.hasOneCoordinator() && parallelism > graph.parallelism()) {
            throw refusal(
                    "[TSP-4174] Cannot raise parallelism: one coordinator gets all of the input for"
                            + " good, as the input had parallelism 1 when the job was built,"
                            + " graphs="
                            + graph.graphs()
                            + ". Build the job with an input of parallelism 2 or more.");
        }
    }

    /** Refuses a change while another one is under way, whoever has asked for it. */
    static void checkNoOther(RunningJob job, ScaledGraph graph, Bounds bounds, int freeSlots) {
        Set<Integer> uppers = bounds.uppers(graph.ids());
        if (uppers.size() > 1) {
            return; // the job fails or is about to, and this repairs it
        }
        if (!job.isRunning()) {
            throw notRunning(job);
        }
        int wanted = uppers.iterator().next();
        if (wanted != graph.parallelism() && lacking(job, graph, wanted, freeSlots) <= 0) {
            throw underWay("the bounds are set to " + wanted);
        }
    }

    static QueryException underWay(String which) {
        return new QueryException(
                FailureReason.CHANGE_UNDER_WAY,
                "[TSP-4176] Cannot change parallelism: another change of the job is under way, "
                        + which
                        + ".");
    }

    /** Refuses a change that Flink could make only in part. */
    static void checkSlots(RunningJob job, ScaledGraph graph, Wanted wanted, int freeSlots) {
        int lacking = lacking(job, graph, wanted.parallelism(), freeSlots);
        if (lacking > 0 && !wanted.whenSlotsCome()) {
            throw refusal(
                    "[TSP-4177] Cannot change parallelism: there are too few slots, parallelism="
                            + wanted.parallelism()
                            + ", free="
                            + freeSlots
                            + ", lacking="
                            + lacking
                            + ". Start TaskManagers, or say \"whenSlotsCome\": true: then the job"
                            + " takes what there is, and the rest when it comes.");
        }
    }

    private static int lacking(RunningJob job, ScaledGraph graph, int wanted, int freeSlots) {
        return job.slots(graph.vertices(), wanted) - job.slots(List.of(), 0) - freeSlots;
    }

    private static QueryException refusal(String message) {
        return new QueryException(FailureReason.CANNOT_SCALE, message);
    }
}
