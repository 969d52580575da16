/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.jspecify.annotations.Nullable;

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
        if (graph.hasOneCoordinator() && parallelism > graph.lowestParallelism()) {
            throw refusal(
                    "[TSP-4174] Cannot raise parallelism: one coordinator gets all of the input for"
                            + " good, as the input had parallelism 1 when the job was built,"
                            + " graphs="
                            + graph.graphs()
                            + ". Build the job with an input of parallelism 2 or more.");
        }
    }

    /**
     * Refuses a change while another one is under way, whoever has asked for it. One that has not
     * begun may be taken back, and one that waits for slots replaced.
     *
     * @param followed the change of the job that is followed here; null if there is none
     */
    static void checkNoOther(
            Situation seen, ScaledGraph graph, int wanted, @Nullable Change followed) {
        Set<Integer> uppers = seen.bounds().uppers(graph.ids());
        if (uppers.size() > 1) {
            return; // the job fails or is about to, and this repairs it
        }
        if (followed != null && !isYetToBegin(followed, graph, seen)) {
            throw underWay("change=" + followed.id());
        }
        if (!seen.job().isRunning()) {
            throw notRunning(seen.job());
        }
        int now = graph.parallelism();
        int set = uppers.iterator().next();
        boolean isTakenBack = wanted == now;
        boolean isFollowedFromNow = wanted == set && followed == null;
        boolean waitsForSlots = lacking(seen.job(), graph, set, seen.freeSlots()) > 0;
        if (set != now && !isTakenBack && !isFollowedFromNow && !waitsForSlots) {
            throw underWay(
                    followed == null ? "the bounds are set to " + set : "change=" + followed.id());
        }
    }

    private static boolean isYetToBegin(Change followed, ScaledGraph graph, Situation seen) {
        return followed.graphs().equals(graph.graphs())
                && followed.phase() == Change.Phase.CHECKPOINT
                && seen.job().isRunning();
    }

    static QueryException underWay(String which) {
        return new QueryException(
                FailureReason.CHANGE_UNDER_WAY,
                "[TSP-4176] Cannot change parallelism: another change of the job is under way, "
                        + which
                        + ". Wait until it is over, or ask for the present parallelism to take back"
                        + " what has not begun.");
    }

    /** Refuses a change that Flink could make only in part. */
    static void checkSlots(Situation seen, ScaledGraph graph, Wanted wanted) {
        int freeSlots = seen.freeSlots();
        int lacking = lacking(seen.job(), graph, wanted.parallelism(), freeSlots);
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
