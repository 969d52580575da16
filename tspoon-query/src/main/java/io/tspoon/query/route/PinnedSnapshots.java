/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.request.WantedSnapshot;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * Acquires snapshots of one t-graph. Requests share them: one round of pins is under way at a time,
 * and requests for a fresh snapshot that arrive meanwhile share the next round. So a fresh read
 * never uses a round that began before the read arrived, and the number of rounds does not grow
 * with the number of requests.
 */
final class PinnedSnapshots {
    /** How much longer pins last than the longest request that may share the snapshot. */
    private static final long LEASE_MARGIN_MS = 5_000;

    private static final long ROUND_TIMEOUT_MS = 5_000;

    /** Failures that a wrong layout may have caused; all others are the reader's own. */
    private static final Set<FailureReason> DOUBTS =
            Set.of(FailureReason.MOVED, FailureReason.TIMEOUT, FailureReason.NOT_READY);

    /** Failures that a snapshot may have caused which instances have lost. */
    private static final Set<FailureReason> UNREADABLE =
            Set.of(FailureReason.MOVED, FailureReason.TIMEOUT, FailureReason.SNAPSHOT_TOO_OLD);

    /** Maximum number of rounds for one snapshot. */
    static final int MAX_ROUNDS = 3;

    private final String graph;
    private final Topology topology;
    private final Peers peers;
    private final Limits limits;
    private final Timer timer;

    @GuardedBy("this")
    private @Nullable CompletableFuture<PinnedSnapshot> running;

    @GuardedBy("this")
    private @Nullable CompletableFuture<PinnedSnapshot> next;

    @GuardedBy("this")
    private @Nullable PinnedSnapshot latest;

    PinnedSnapshots(String graph, Topology topology, Peers peers, Limits limits, Timer timer) {
        this.graph = graph;
        this.topology = topology;
        this.peers = peers;
        this.limits = limits;
        this.timer = timer;
    }

    /** A snapshot that others may share. The caller has to release it. */
    CompletableFuture<PinnedSnapshot> acquire(WantedSnapshot when) {
        return round(when.fresh())
                .thenCompose(
                        snapshot -> {
                            if (snapshot.timestamp() < when.after()) {
                                return acquireOwn(when);
                            }
                            // All users of this snapshot have gone already: take the next one.
                            return snapshot.retain()
                                    ? CompletableFuture.completedFuture(snapshot)
                                    : acquire(when);
                        });
    }

    /**
     * An unshared snapshot, at {@link WantedSnapshot#at} or including {@link WantedSnapshot#after}.
     * The caller has to release it.
     */
    CompletableFuture<PinnedSnapshot> acquireOwn(WantedSnapshot when) {
        return when.isAt()
                ? topology.current()
                        .thenCompose(layout -> pinAll(layout, newPin(), highest -> when.at()))
                : acquireAny(when.after(), MAX_ROUNDS);
    }

    /** An id for a pin. */
    static long newPin() {
        return ThreadLocalRandom.current().nextLong();
    }

    /**
     * Keeps a snapshot for pages that follow, by a pin that no other request shares: it can end
     * with the last page. The caller must be a user of the snapshot.
     *
     * @param pin id of that pin
     * @param time of the request; if it is over when all instances have the pin, nobody waits for
     *     the pages any more, and it is given up
     */
    CompletableFuture<Void> keep(PinnedSnapshot snapshot, long pin, long leaseMs, TimeLimit time) {
        return pinAll(snapshot.layout(), pin, highest -> snapshot.timestamp())
                .thenCompose(
                        own ->
                                CompletableFuture.completedFuture(own)
                                        .thenCompose(one -> one.keep(leaseMs, time.leftMs()))
                                        .whenComplete((ignored, failure) -> own.release()))
                .exceptionallyCompose(
                        failure -> // the client has done nothing wrong
                        CompletableFuture.failedFuture(
                                        Failures.of(failure).reason()
                                                        == FailureReason.SNAPSHOT_TOO_OLD
                                                ? heldUp(1)
                                                : failure));
    }

    /**
     * A snapshot of the server's choice. A pin that is not settled lasts for some seconds only. If
     * an instance takes longer to answer, other instances have lost their pins, and all are pinned
     * again.
     */
    private CompletableFuture<PinnedSnapshot> acquireAny(long after, int rounds) {
        return topology.current()
                .thenCompose(
                        layout -> pinAll(layout, newPin(), highest -> Math.max(highest, after)))
                .exceptionallyCompose(
                        failure -> {
                            if (Failures.of(failure).reason() != FailureReason.SNAPSHOT_TOO_OLD) {
                                return CompletableFuture.failedFuture(failure);
                            }
                            return rounds > 1
                                    ? acquireAny(after, rounds - 1)
                                    : CompletableFuture.failedFuture(heldUp(MAX_ROUNDS));
                        });
    }

    private QueryException heldUp(int rounds) {
        return new QueryException(
                FailureReason.TIMEOUT,
                "[TSP-4113] Cannot acquire snapshot: pins ended before all instances had one,"
                        + " graph="
                        + graph
                        + ", rounds="
                        + rounds
                        + ".");
    }

    private synchronized CompletableFuture<PinnedSnapshot> round(boolean fresh) {
        if (!fresh && latest != null && latest.ageNanos() < maxAgeNanos()) {
            return CompletableFuture.completedFuture(latest);
        }
        if (running == null) {
            return begin();
        }
        if (!fresh) {
            return running;
        }
        if (next == null) {
            next = new CompletableFuture<>();
        }
        return next;
    }

    private long maxAgeNanos() {
        return TimeUnit.MILLISECONDS.toNanos(limits.snapshotMaxAgeMs());
    }

    @GuardedBy("this")
    private CompletableFuture<PinnedSnapshot> begin() {
        CompletableFuture<PinnedSnapshot> round = next == null ? new CompletableFuture<>() : next;
        next = null;
        running = round;
        CompletableFuture<Void> unused =
                acquireAny(0, MAX_ROUNDS)
                        .handle(
                                (snapshot, failure) -> {
                                    end(round, snapshot, failure);
                                    return null;
                                });
        return round;
    }

    private void end(
            CompletableFuture<PinnedSnapshot> round,
            @Nullable PinnedSnapshot snapshot,
            @Nullable Throwable failure) {
        PinnedSnapshot before;
        synchronized (this) {
            before = latest;
            latest = snapshot;
            running = null;
            if (next != null) {
                CompletableFuture<PinnedSnapshot> unused = begin();
            }
        }
        if (snapshot != null) {
            round.complete(snapshot);
            var unused = timer.after(limits.snapshotMaxAgeMs() + 1, () -> drop(snapshot));
        } else if (failure != null) {
            round.completeExceptionally(failure);
        }
        if (before != null) {
            before.release();
        }
    }

    /** A user could not read the snapshot, so others are not given it any more. */
    void failed(PinnedSnapshot snapshot, Throwable failure) {
        if (UNREADABLE.contains(Failures.of(failure).reason())) {
            drop(snapshot);
        }
    }

    private void drop(PinnedSnapshot snapshot) {
        synchronized (this) {
            if (latest != snapshot) {
                return;
            }
            latest = null;
        }
        snapshot.release();
    }

    /**
     * @param choice chooses the snapshot, given the highest timestamp that any instance has applied
     */
    private CompletableFuture<PinnedSnapshot> pinAll(
            Layout layout, long pin, LongUnaryOperator choice) {
        GraphInstances instances = GraphInstances.of(layout, graph, peers);
        long leaseMs = limits.snapshotMaxAgeMs() + limits.maxTimeoutMs() + LEASE_MARGIN_MS;
        return instances
                .pin(pin, leaseMs, ROUND_TIMEOUT_MS)
                .thenCompose(
                        highest -> {
                            long snapshot = choice.applyAsLong(highest);
                            return instances
                                    .settle(pin, snapshot, leaseMs, ROUND_TIMEOUT_MS)
                                    .thenApply(
                                            ignored ->
                                                    new PinnedSnapshot(
                                                            layout, instances, pin, snapshot,
                                                            timer));
                        })
                .whenComplete(
                        (snapshot, failure) -> {
                            if (failure != null) {
                                instances.unpin(pin);
                                if (DOUBTS.contains(Failures.of(failure).reason())) {
                                    topology.suspect(layout);
                                }
                            }
                        });
    }
}
