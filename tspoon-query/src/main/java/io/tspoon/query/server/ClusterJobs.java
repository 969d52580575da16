/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.directory.RemoteCluster;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.endpoint.Job;
import io.tspoon.query.endpoint.Jobs;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The jobs of a cluster. All requests share one question to Flink at a time. The answer is reused
 * for a second, a failure only briefly. Thread-safe.
 */
final class ClusterJobs implements Jobs {
    private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FAILURE_MAX_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long ASK_TIMEOUT_MS = 2_000;

    private record Asked(CompletableFuture<List<Job>> jobs, long askedNanos) {
        boolean holds() {
            long age = System.nanoTime() - askedNanos;
            return !jobs.isDone()
                    || age
                            < (jobs.isCompletedExceptionally()
                                    ? FAILURE_MAX_AGE_NANOS
                                    : MAX_AGE_NANOS);
        }
    }

    private final Supplier<CompletableFuture<List<RemoteCluster.Job>>> cluster;
    private final Function<RemoteCluster.Job, Job> reader;
    private final Timer timer;
    private final Map<String, Job> known = new ConcurrentHashMap<>();

    @GuardedBy("this")
    private @Nullable Asked latest;

    /**
     * @param cluster asks Flink which jobs run
     * @param reader makes the reader of a job that is new
     * @param timer enforces the timeout of questions
     */
    ClusterJobs(
            Supplier<CompletableFuture<List<RemoteCluster.Job>>> cluster,
            Function<RemoteCluster.Job, Job> reader,
            Timer timer) {
        this.cluster = cluster;
        this.reader = reader;
        this.timer = timer;
    }

    @Override
    public synchronized CompletableFuture<List<Job>> all() {
        Asked asked = latest;
        if (asked == null || !asked.holds()) {
            long askedNanos = System.nanoTime();
            asked = new Asked(ask(), askedNanos);
            latest = asked;
        }
        return asked.jobs();
    }

    /** Fails if a job has not answered yet, because it might have states. */
    @Override
    public CompletableFuture<List<Job>> readable() {
        return all().thenCompose(ClusterJobs::readable);
    }

    private static CompletableFuture<List<Job>> readable(List<Job> jobs) {
        CompletableFuture<List<Job>> readable =
                CompletableFuture.completedFuture(new ArrayList<>());
        for (Job job : jobs) {
            readable =
                    readable.thenCombine(
                            job.router().graphs().any(),
                            (found, any) -> {
                                if (any) {
                                    found.add(job);
                                }
                                return found;
                            });
        }
        return readable;
    }

    private CompletableFuture<List<Job>> ask() {
        return timer.limit(cluster.get(), ASK_TIMEOUT_MS)
                .thenApply(this::jobs)
                .exceptionally(
                        failure -> {
                            throw new QueryException(
                                    FailureReason.NOT_READY,
                                    "[TSP-4103] Cannot find jobs: Flink does not answer.");
                        });
    }

    private List<Job> jobs(List<RemoteCluster.Job> running) {
        known.keySet()
                .retainAll(running.stream().map(RemoteCluster.Job::id).collect(Collectors.toSet()));
        return running.stream()
                .map(job -> known.computeIfAbsent(job.id(), id -> reader.apply(job)))
                .toList();
    }
}
