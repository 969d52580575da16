/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Watches the bounds of all t-graphs of a cluster. If somebody has given the vertices of one
 * different ones, as Flink's web interface and autoscalers do, all get the one that was changed, or
 * the smallest of those that were. Confined to one action at a time.
 */
@Internal
public final class BoundsGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoundsGuard.class);
    private static final long POLL_MS = 2_000;

    /** As for any question: what comes later is asked again. */
    private static final long ASK_TIMEOUT_MS = 2_000;

    private final FlinkApi flink;
    private final Supplier<CompletableFuture<List<String>>> jobs;
    private final ParallelismKnob knob;
    private final Timer timer;
    private final LongSupplier nowMs;

    /** What is known of each job. */
    private final Map<String, Seen> seen = new HashMap<>();

    /** The bounds of each t-graph that could not be repaired, as was told. */
    private final Map<Graph, Bounds> told = new HashMap<>();

    private volatile boolean closed;

    /** T-graphs of a job that change together. */
    private record Graph(String job, Set<String> names) {}

    /**
     * What is known of a job.
     *
     * @param vertices ids of all its vertices, which stay the same until it is upgraded
     * @param graphs its t-graphs
     * @param equal the bound that each of them had when it was last the same for all its vertices
     */
    private record Seen(
            Set<String> vertices, List<ScaledGraph> graphs, Map<ScaledGraph, Equal> equal) {
        static Seen of(RunningJob job) {
            return new Seen(
                    job.vertices().stream().map(JobVertex::id).collect(Collectors.toSet()),
                    job.adaptive() ? ScaledGraph.of(job) : List.of(),
                    new HashMap<>());
        }
    }

    /**
     * A bound of all vertices of a t-graph, and since when it is known, milliseconds of the epoch.
     */
    private record Equal(int upper, long atMs) {}

    /**
     * @param jobs ids of the jobs that run
     * @param knob repairs the bounds
     * @param nowMs milliseconds of the epoch
     */
    public BoundsGuard(
            FlinkApi flink,
            Supplier<CompletableFuture<List<String>>> jobs,
            ParallelismKnob knob,
            Timer timer,
            LongSupplier nowMs) {
        this.flink = flink;
        this.jobs = jobs;
        this.knob = knob;
        this.timer = timer;
        this.nowMs = nowMs;
    }

    /** Begins to watch. */
    public void start() {
        later(0);
    }

    private void later(long delayMs) {
        Runnable unused = timer.after(delayMs, this::poll);
    }

    private void poll() {
        if (closed) {
            return;
        }
        var unused =
                ask().thenCompose(Failures.guarded(this::lookAt))
                        .whenComplete(
                                (done, failure) -> {
                                    if (failure != null) {
                                        LOG.debug("Looking for jobs again later", failure);
                                        seen.clear(); // it may be another version when it is back
                                    }
                                    later(POLL_MS);
                                });
    }

    private CompletableFuture<List<String>> ask() {
        try {
            return timer.limit(jobs.get(), ASK_TIMEOUT_MS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> lookAt(List<String> running) {
        Set<String> kept = Set.copyOf(running);
        seen.keySet().retainAll(kept);
        told.keySet().removeIf(graph -> !kept.contains(graph.job()));
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (String job : running) {
            done =
                    done.thenCompose(Failures.guarded(ignored -> lookAt(job)))
                            .exceptionally(
                                    failure -> {
                                        // Usually the job is about to start, or to end.
                                        LOG.debug(
                                                "Looking at job again later, job={}", job, failure);
                                        return null;
                                    });
        }
        return done;
    }

    private CompletableFuture<Void> lookAt(String job) {
        Seen known = seen.get(job);
        if (known != null) {
            long askedMs = nowMs.getAsLong();
            return known.graphs().isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : flink.get(Bounds.path(job))
                            .thenCompose(
                                    Failures.guarded(
                                            bounds ->
                                                    compare(
                                                            job,
                                                            known,
                                                            Bounds.of(bounds),
                                                            askedMs)));
        }
        return flink.get("/jobs/" + job)
                .thenCompose(
                        Failures.guarded(
                                details -> {
                                    RunningJob now = RunningJob.of(details);
                                    if (now.vertices().isEmpty()) {
                                        return CompletableFuture.completedFuture(null);
                                    }
                                    seen.put(job, Seen.of(now));
                                    return lookAt(job);
                                }));
    }

    private CompletableFuture<Void> compare(String job, Seen known, Bounds bounds, long askedMs) {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        if (!bounds.byVertex().keySet().equals(known.vertices())) {
            seen.remove(job); // another version
            return done;
        }
        for (ScaledGraph graph : known.graphs()) {
            Set<Integer> uppers = bounds.uppers(graph.ids());
            if (uppers.size() == 1) {
                int upper = uppers.iterator().next();
                known.equal().put(graph, new Equal(upper, askedMs));
            } else {
                int before = before(knob.last(job, graph), known.equal().get(graph));
                done =
                        done.thenCompose(
                                Failures.guarded(ignored -> repair(job, graph, bounds, before)));
            }
        }
        return done;
    }

    /** The bound that all vertices had, by the knob or by what was seen later; 0 if unknown. */
    private static int before(@Nullable Change change, @Nullable Equal seen) {
        if (change != null && (seen == null || change.beganMs() > seen.atMs())) {
            return change.to();
        }
        return seen == null ? 0 : seen.upper();
    }

    /**
     * The bound that was changed; the smallest if several were. Never more than can work.
     *
     * @param before the bound that all vertices had; 0 if it is not known
     */
    static int choose(ScaledGraph graph, Bounds bounds, int before) {
        Set<Integer> changed = new LinkedHashSet<>(bounds.uppers(graph.ids()));
        changed.remove(before);
        int chosen = changed.stream().mapToInt(Integer::intValue).min().orElse(before);
        int highest = Math.min(graph.maxParallelism(), Wanted.HIGHEST);
        if (graph.hasOneCoordinator()) {
            highest = Math.min(highest, graph.lowestParallelism());
        }
        return Math.max(1, Math.min(chosen, highest));
    }

    private CompletableFuture<Void> repair(
            String job, ScaledGraph graph, Bounds bounds, int before) {
        return knob.repair(
                        job,
                        graph.graphs().iterator().next(),
                        (now, its) -> choose(now, its, before))
                .handle(
                        (chosen, failure) -> {
                            tell(job, graph, bounds, chosen, failure);
                            return null;
                        });
    }

    private void tell(
            String job,
            ScaledGraph graph,
            Bounds bounds,
            @Nullable Integer chosen,
            @Nullable Throwable failure) {
        Graph key = new Graph(job, graph.graphs());
        if (chosen != null && chosen > 0) {
            told.remove(key);
            LOG.warn(
                    "[TSP-4410] The vertices of a t-graph were given different parallelisms, with"
                            + " which it cannot run, job={}, graphs={}, parallelisms={}. All get"
                            + " {}. Change all at once, and exclude them from autoscalers.",
                    job,
                    graph.graphs(),
                    bounds.uppers(graph.ids()),
                    chosen);
        } else if (failure != null && !bounds.equals(told.put(key, bounds))) {
            LOG.warn(
                    "[TSP-4411] Cannot repair parallelisms: {}, job={}, graphs={}, parallelisms={}."
                            + " It is tried again.",
                    Failures.of(failure).getMessage(),
                    job,
                    graph.graphs(),
                    bounds.uppers(graph.ids()));
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
