/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.FoundOutcome;
import io.tspoon.query.peer.OutcomeRequest;
import io.tspoon.query.peer.Peers;
import io.tspoon.read.RetainedOutcome;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Finds out what became of a transaction. Its element may have come to any coordinator, so all
 * servers are asked, and the first one that knows answers.
 */
@Internal
public final class OutcomeFinder {
    /** How much longer than it waits a server may take to answer. */
    private static final long GRACE_MS = 1_000;

    private final Topology topology;
    private final Peers peers;
    private final Timer timer;

    OutcomeFinder(Topology topology, Peers peers, Timer timer) {
        this.topology = topology;
        this.peers = peers;
        this.timer = timer;
    }

    /** Finds the outcome; fails with UNKNOWN_TRANSACTION if no server knows it in time. */
    public CompletableFuture<RetainedOutcome> find(OutcomeRequest request) {
        return timer.limit(
                topology.current().thenCompose(layout -> find(layout, request)),
                request.waitMs() + 2 * GRACE_MS);
    }

    private CompletableFuture<RetainedOutcome> find(Layout layout, OutcomeRequest request) {
        layout.requireReady(request.graph());
        CompletableFuture<RetainedOutcome> found = new CompletableFuture<>();
        List<CompletableFuture<Optional<FoundOutcome>>> answers = new ArrayList<>();
        for (String address : layout.addresses(request.graph())) {
            answers.add(
                    peers.at(address)
                            .call(request, request.waitMs() + GRACE_MS)
                            .thenApply(
                                    answer -> {
                                        if (answer.outcome() != null) {
                                            found.complete(answer.outcome());
                                        }
                                        return Optional.of(answer);
                                    })
                            .exceptionally(
                                    failure -> {
                                        topology.suspect(layout);
                                        return Optional.empty();
                                    }));
        }
        var unused =
                Futures.all(answers)
                        .thenAccept(all -> found.completeExceptionally(failure(request, all)));
        return found;
    }

    /** Why no server has told the outcome. */
    private static QueryException failure(
            OutcomeRequest request, List<Optional<FoundOutcome>> answers) {
        for (Optional<FoundOutcome> answer : answers) {
            if (answer.isEmpty()) {
                return new QueryException(
                        FailureReason.MOVED,
                        "[TSP-4120] Cannot find transaction: a server does not answer, graph="
                                + request.graph()
                                + ".");
            }
            if (!answer.get().retained()) {
                return new QueryException(
                        FailureReason.INVALID_REQUEST,
                        "[TSP-4121] Cannot find transaction: the t-graph retains no outcomes,"
                                + " graph="
                                + request.graph()
                                + ". Set outcomeRetention(...) or outcome-retention.");
            }
        }
        return new QueryException(
                FailureReason.UNKNOWN_TRANSACTION,
                "[TSP-4122] Cannot find transaction: none of this key has ended, or it is longer"
                        + " ago than outcomes are retained, graph="
                        + request.graph()
                        + (request.entrance().isEmpty() ? "" : ", entrance=" + request.entrance())
                        + ".");
    }
}
