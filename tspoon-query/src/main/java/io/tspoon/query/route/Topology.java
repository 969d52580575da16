/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;
import io.tspoon.read.JobDirectory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Remembers where the instances of a job are. No answer uses a layout older than {@link
 * #MAX_AGE_NANOS}: a process that has lost the JobManager stops answering before its instances can
 * have successors elsewhere. Any thread may use it.
 */
final class Topology {
    private static final Logger LOG = LoggerFactory.getLogger(Topology.class);

    /** Far below every sensible heartbeat timeout of Flink. */
    static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long REFRESH_NANOS = MAX_AGE_NANOS / 2;
    private static final long INCOMPLETE_MAX_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long ASK_TIMEOUT_MS = 2_000;

    private final JobDirectory directory;
    private final Timer timer;
    private volatile @Nullable Layout known;

    /** The newest layout that knows the job's t-graphs, of whatever age. No read uses it. */
    private volatile @Nullable Layout last;

    @GuardedBy("this")
    private @Nullable CompletableFuture<Layout> asking;

    @GuardedBy("this")
    private boolean warned;

    Topology(JobDirectory directory, Timer timer) {
        this.directory = directory;
        this.timer = timer;
    }

    /** The layout, at most {@link #MAX_AGE_NANOS} old. */
    CompletableFuture<Layout> current() {
        Layout layout = atHand();
        return layout == null ? ask() : CompletableFuture.completedFuture(layout);
    }

    /** The layout if there is one that is new enough, null otherwise. */
    @Nullable Layout atHand() {
        Layout layout = known;
        if (layout == null) {
            return null;
        }
        long age = System.nanoTime() - layout.askedNanos();
        if (age >= (layout.isReady() ? MAX_AGE_NANOS : INCOMPLETE_MAX_AGE_NANOS)) {
            return null;
        }
        if (age >= REFRESH_NANOS) {
            refresh();
        }
        return layout;
    }

    /** The newest layout that knows the job's t-graphs, of whatever age; null if there was none. */
    @Nullable Layout last() {
        return last;
    }

    /**
     * Whether the job has states. That does not change while a job runs, so once the answer is
     * known nobody waits for the job again. A job that has not begun has none yet.
     */
    CompletableFuture<Boolean> hasStates() {
        Layout layout = last;
        if (layout == null) {
            return current().thenApply(first -> !first.graphs().isEmpty());
        }
        if (atHand() == null) {
            refresh();
        }
        return CompletableFuture.completedFuture(!layout.graphs().isEmpty());
    }

    /**
     * Drops a layout that has turned out to be wrong or incomplete, so that the next read asks for
     * a new one.
     */
    synchronized void suspect(@Nullable Layout layout) {
        if (known == layout) {
            known = null;
        }
    }

    private void refresh() {
        // A failure is reported to the first read that finds the layout too old.
        CompletableFuture<Layout> unused = ask();
    }

    private CompletableFuture<Layout> ask() {
        CompletableFuture<Layout> mine;
        synchronized (this) {
            if (asking != null) {
                return asking;
            }
            mine = new CompletableFuture<>();
            asking = mine;
        }
        long askedNanos = System.nanoTime();
        CompletableFuture<Void> unused =
                Failures.guarded(ignored -> timer.limit(directory.locate(), ASK_TIMEOUT_MS))
                        .apply(null)
                        .handle(
                                (layout, failure) -> {
                                    Layout found =
                                            layout == null ? null : new Layout(layout, askedNanos);
                                    synchronized (this) {
                                        asking = null;
                                        known = found == null ? known : found;
                                        last = found == null || !found.isKnown() ? last : found;
                                    }
                                    if (found != null) {
                                        warn(found.clash());
                                        mine.complete(found);
                                    } else {
                                        mine.completeExceptionally(notFound(failure));
                                    }
                                    return null;
                                });
        return mine;
    }

    /** Warns once, because only a change of settings can resolve the clash. */
    private synchronized void warn(String clash) {
        if (!clash.isEmpty() && !warned) {
            warned = true;
            LOG.warn(
                    "[TSP-4407] Queries of job {} cannot be answered: {}.",
                    directory.jobName(),
                    clash);
        }
    }

    /**
     * What the directory says if it knows why it cannot tell; it may have asked a process of
     * another version.
     */
    private static QueryException notFound(Throwable failure) {
        QueryException known = Failures.of(failure);
        return known.reason() == FailureReason.NOT_READY
                ? known
                : new QueryException(
                        FailureReason.NOT_READY,
                        "[TSP-4108] Cannot find the instances of the job: the job manager does not"
                                + " answer, cause="
                                + Failures.causeOf(failure).getClass().getSimpleName()
                                + ".");
    }
}
