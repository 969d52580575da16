/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.ToIntBiFunction;

/**
 * The one knob of a t-graph: changes the parallelism of all its vertices by one request, so that
 * the job restarts once. A job has one change at a time. Thread-safe.
 */
@Internal
public final class ParallelismKnob {
    /** Changes are remembered for as many jobs. */
    private static final int MAX_JOBS = 256;

    private final ChangeWatch.Means means;
    private final FlinkApi flink;

    /** The last change of each job. */
    @GuardedBy("this")
    private final Map<String, ChangeWatch> watches = new LinkedHashMap<>();

    /** Jobs for which a change is being prepared. */
    @GuardedBy("this")
    private final Set<String> reserved = new HashSet<>();

    /**
     * @param timer has changes followed
     * @param nowMs milliseconds of the epoch
     */
    public ParallelismKnob(FlinkApi flink, Timer timer, LongSupplier nowMs) {
        this.flink = flink;
        means = new ChangeWatch.Means(flink, timer, nowMs);
    }

    private CompletableFuture<Situation> look(String job) {
        return details(job)
                .thenCompose(
                        Failures.guarded(
                                found ->
                                        flink.get(Bounds.path(job))
                                                .thenCombine(
                                                        new Slots(flink).free(found),
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

    /**
     * Begins a change; fails with the reason if it cannot work. One that is already under way is
     * followed.
     */
    public CompletableFuture<GraphParallelism> change(String job, String graph, Wanted wanted) {
        ScaleChecks.checkParallelism(wanted.parallelism());
        reserve(job);
        return look(job)
                .thenCompose(
                        Failures.guarded(
                                seen -> change(seen, ScaleChecks.find(seen.job(), graph), wanted)))
                .whenComplete((begun, failure) -> release(job));
    }

    private CompletableFuture<GraphParallelism> change(
            Situation seen, ScaledGraph graph, Wanted wanted) {
        int parallelism = wanted.parallelism();
        ScaleChecks.checkPossible(graph, parallelism);
        Change followed = followed(seen, graph);
        if (followed != null && followed.isFor(graph, parallelism, seen.bounds())) {
            return CompletableFuture.completedFuture(known(seen.job().id(), graph, seen.bounds()));
        }
        ScaleChecks.checkNoOther(seen, graph, parallelism, followed);
        ScaleChecks.checkSlots(seen, graph, wanted);
        return begin(seen, graph, parallelism, Change.By.REQUEST);
    }

    /**
     * Gives all vertices of a t-graph the same bounds, whatever else is under way; does nothing if
     * they have them by now.
     *
     * @param choice which bound all get
     * @return that bound; 0 if nothing was to be done
     */
    CompletableFuture<Integer> repair(
            String job, String graph, ToIntBiFunction<ScaledGraph, Bounds> choice) {
        reserve(job);
        return look(job)
                .thenCompose(
                        Failures.guarded(
                                seen -> repair(seen, ScaleChecks.find(seen.job(), graph), choice)))
                .whenComplete((done, failure) -> release(job));
    }

    private CompletableFuture<Integer> repair(
            Situation seen, ScaledGraph graph, ToIntBiFunction<ScaledGraph, Bounds> choice) {
        if (seen.bounds().uppers(graph.ids()).size() == 1) {
            return CompletableFuture.completedFuture(0);
        }
        int chosen = choice.applyAsInt(graph, seen.bounds());
        return begin(seen, graph, chosen, Change.By.GUARD).thenApply(begun -> chosen);
    }

    private CompletableFuture<GraphParallelism> begin(
            Situation seen, ScaledGraph graph, int parallelism, Change.By by) {
        String job = seen.job().id();
        Bounds bounds = seen.bounds().with(graph.ids(), parallelism);
        Change change = Change.begin(graph, by, parallelism, means.nowMs().getAsLong());
        return ChangeWatch.prepare(means, seen.job(), graph, change)
                .thenCompose(
                        watch ->
                                set(seen, graph, bounds)
                                        .thenApply(
                                                done -> {
                                                    remember(job, watch);
                                                    GraphParallelism begun =
                                                            known(job, graph, bounds);
                                                    watch.begin();
                                                    return begun;
                                                }));
    }

    /** Sets the bounds, if they are others. They may be set though Flink's answer is lost. */
    private CompletableFuture<JsonNode> set(Situation seen, ScaledGraph graph, Bounds bounds) {
        if (bounds.equals(seen.bounds())) {
            return CompletableFuture.completedFuture(bounds.json());
        }
        String path = Bounds.path(seen.job().id());
        List<String> ids = graph.ids();
        return flink.send("PUT", path, bounds.json())
                .exceptionallyCompose(
                        failure ->
                                flink.get(path)
                                        .thenCompose(
                                                now ->
                                                        isSet(now, ids, bounds)
                                                                ? CompletableFuture.completedFuture(
                                                                        now)
                                                                : CompletableFuture.failedFuture(
                                                                        failure)));
    }

    private static boolean isSet(JsonNode now, List<String> ids, Bounds bounds) {
        return Bounds.of(now).uppers(ids).equals(bounds.uppers(ids));
    }

    /** The change of the job that is under way; null if there is none, or it will be given up. */
    private synchronized @Nullable Change followed(Situation seen, ScaledGraph graph) {
        ChangeWatch watch = watches.get(seen.job().id());
        Change change = watch == null ? null : watch.change();
        return change == null || change.isOver() || change.isOvertaken(graph, seen.bounds())
                ? null
                : change;
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
        forget(job);
        watches.put(job, watch);
        if (watches.size() > MAX_JOBS) {
            forget(watches.keySet().iterator().next());
        }
    }

    private synchronized void forget(String job) {
        ChangeWatch before = watches.remove(job);
        if (before != null) {
            before.stop();
        }
    }
}
