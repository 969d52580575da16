/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The one knob of a t-graph: changes the parallelism of all its vertices by one request, so that
 * the job restarts once. A job has one change at a time. Thread-safe.
 */
@Internal
public final class ParallelismKnob {
    /** Changes are remembered for as many jobs. */
    private static final int MAX_JOBS = 256;

    private final FlinkApi flink;
    private final Timer timer;

    /** The last change of each job. */
    @GuardedBy("this")
    private final Map<String, ChangeWatch> watches = new LinkedHashMap<>();

    /** Jobs for which a change is being prepared. */
    @GuardedBy("this")
    private final Set<String> reserved = new HashSet<>();

    /**
     * @param timer has changes followed
     */
    public ParallelismKnob(FlinkApi flink, Timer timer) {
        this.flink = flink;
        this.timer = timer;
    }

    /** What is to be known before anything is decided. */
    private record Situation(RunningJob job, Bounds bounds, int freeSlots) {}

    private CompletableFuture<Situation> look(String job) {
        return details(job)
                .thenCompose(
                        Failures.guarded(
                                found ->
                                        flink.get(Bounds.path(job))
                                                .thenCombine(
                                                        Slots.free(flink, found),
                                                        (bounds, slots) ->
                                                                new Situation(
                                                                        found,
                                                                        Bounds.of(bounds),
                                                                        slots))));
    }

    /** The job, if it can be changed at all: Flink tells no bounds of others. */
    private CompletableFuture<RunningJob> details(String job) {
        return flink.get("/jobs/" + job)
                .thenApply(
                        details -> {
                            RunningJob found = RunningJob.of(details);
                            ScaleChecks.checkKnown(found);
                            return found;
                        });
    }

    /** How parallel a t-graph is, and its last change. */
    public CompletableFuture<GraphParallelism> find(String job, String graph) {
        return details(job)
                .thenApply(found -> ScaleChecks.find(found, graph))
                .thenCompose(
                        found ->
                                flink.get(Bounds.path(job))
                                        .thenApply(bounds -> known(job, found, Bounds.of(bounds))));
    }

    private GraphParallelism known(String job, ScaledGraph graph, Bounds bounds) {
        return new GraphParallelism(job, graph, bounds, last(job, graph));
    }

    /** The last change that was made here; null if there is none. */
    public synchronized @Nullable Change last(String job, ScaledGraph graph) {
        ChangeWatch watch = watches.get(job);
        Change change = watch == null ? null : watch.change();
        return change != null && change.graphs().equals(graph.graphs()) ? change : null;
    }

    /** Begins a change; fails with the reason if it cannot work. */
    public CompletableFuture<GraphParallelism> change(String job, String graph, Wanted wanted) {
        ScaleChecks.checkParallelism(wanted.parallelism());
        reserve(job);
        try {
            checkNoOther(job);
        } catch (QueryException e) {
            release(job);
            throw e;
        }
        return look(job)
                .thenCompose(
                        Failures.guarded(
                                seen -> {
                                    ScaledGraph found = ScaleChecks.find(seen.job(), graph);
                                    int slots = seen.freeSlots();
                                    ScaleChecks.checkPossible(found, wanted.parallelism());
                                    ScaleChecks.checkNoOther(
                                            seen.job(), found, seen.bounds(), slots);
                                    ScaleChecks.checkSlots(seen.job(), found, wanted, slots);
                                    return put(
                                            seen, found, wanted.parallelism(), Change.By.REQUEST);
                                }))
                .whenComplete((begun, failure) -> release(job));
    }

    /** Gives all vertices of a t-graph the same bounds, whatever else is under way. */
    CompletableFuture<GraphParallelism> repair(String job, String graph, int parallelism) {
        reserve(job);
        return look(job)
                .thenCompose(
                        Failures.guarded(
                                seen ->
                                        put(
                                                seen,
                                                ScaleChecks.find(seen.job(), graph),
                                                parallelism,
                                                Change.By.GUARD)))
                .whenComplete((begun, failure) -> release(job));
    }

    private CompletableFuture<GraphParallelism> put(
            Situation seen, ScaledGraph graph, int parallelism, Change.By by) {
        String job = seen.job().id();
        Bounds bounds = seen.bounds().with(graph.ids(), parallelism);
        Change change = Change.begin(graph, by, parallelism, System.currentTimeMillis());
        return ChangeWatch.prepare(flink, timer, seen.job(), graph, change)
                .thenCompose(
                        watch ->
                                flink.send("PUT", Bounds.path(job), bounds.json())
                                        .thenApply(
                                                done -> {
                                                    remember(job, watch);
                                                    GraphParallelism begun =
                                                            known(job, graph, bounds);
                                                    watch.begin();
                                                    return begun;
                                                }));
    }

    private synchronized void checkNoOther(String job) {
        ChangeWatch watch = watches.get(job);
        if (watch != null && !watch.change().isOver()) {
            throw ScaleChecks.underWay("change=" + watch.change().id());
        }
    }

    private synchronized void reserve(String job) {
        if (!reserved.add(job)) {
            throw ScaleChecks.underWay("it is being prepared");
        }
    }

    private synchronized void release(String job) {
        reserved.remove(job);
    }

    private synchronized void remember(String job, ChangeWatch watch) {
        watches.remove(job);
        watches.put(job, watch);
        if (watches.size() > MAX_JOBS) {
            watches.remove(watches.keySet().iterator().next());
        }
    }
}
