/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.local.CallFailures;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallOutcomeRequest;
import io.tspoon.query.peer.CallReplies;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.FoundCall;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.peer.RoutedCall;
import io.tspoon.query.peer.ToldOutcome;
import io.tspoon.query.request.CallDigest;
import io.tspoon.query.request.CallTerms;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Sends calls to the coordinators that own their keys, all calls for one server in one message. A
 * call that certainly was not executed, because its coordinator was not where it was sought, is
 * sent again, a few times. Any thread may use it.
 */
@Internal
public final class CallSender {
    private static final int ATTEMPTS = 3;
    private static final long PAUSE_MS = 100;

    /** How much longer than it waits a server may take to answer. */
    private static final long GRACE_MS = 1_000;

    private final Topology topology;
    private final CallOwners owners;
    private final Peers peers;
    private final Timer timer;

    CallSender(Topology topology, CallOwners owners, Peers peers, Timer timer) {
        this.topology = topology;
        this.owners = owners;
        this.peers = peers;
        this.timer = timer;
    }

    /**
     * Executes calls.
     *
     * @return a reply for each call, in their order; fails if none of them was sent
     */
    public CompletableFuture<List<CallReply>> call(
            String graph, List<UnroutedCall> calls, CallTerms terms) {
        Sending sending = new Sending(graph, calls, terms);
        return timer.limit(
                sending.send(1).thenCompose(ignored -> sending.told()),
                terms.timeoutMs() + 2 * GRACE_MS);
    }

    /** What became of a call; fails with UNKNOWN_PROCEDURE if there is none of that name. */
    public CompletableFuture<FoundCall> find(String graph, CallKey key, long timeoutMs) {
        TimeLimit time = TimeLimit.ofMs(timeoutMs);
        return timer.limit(find(graph, key, time, 1), timeoutMs + GRACE_MS);
    }

    private CompletableFuture<FoundCall> find(
            String graph, CallKey key, TimeLimit time, int attempt) {
        return topology.current()
                .thenCompose(
                        layout -> {
                            layout.requireReady(graph);
                            return owners.locate(layout, graph, time.leftMs())
                                    .thenCompose(located -> find(graph, key, time, located))
                                    .exceptionallyCompose(
                                            failure ->
                                                    findAgain(
                                                            layout, graph, key, time, attempt,
                                                            failure));
                        });
    }

    private CompletableFuture<FoundCall> find(
            String graph, CallKey key, TimeLimit time, CallOwners.Located located) {
        if (!located.procedures().contains(key.procedure())) {
            CallFailure unknown =
                    CallFailures.unknownProcedure(key.procedure(), located.procedures());
            throw new QueryException(unknown.reason(), unknown.message());
        }
        return owners.owners(located, graph, List.of(key), time.leftMs())
                .thenCompose(
                        indexes -> {
                            int owner = indexes.get(0);
                            return peers.at(address(located, owner))
                                    .call(new CallOutcomeRequest(graph, owner, key), time.leftMs());
                        })
                .whenComplete(
                        (found, failure) -> {
                            if (failure != null) {
                                owners.suspect(graph, located);
                            }
                        });
    }

    private CompletableFuture<FoundCall> findAgain(
            Layout layout,
            String graph,
            CallKey key,
            TimeLimit time,
            int attempt,
            Throwable failure) {
        QueryException known = Failures.of(failure);
        if (known.reason() != FailureReason.MOVED || attempt == ATTEMPTS) {
            return CompletableFuture.failedFuture(known);
        }
        topology.suspect(layout);
        return pause().thenCompose(waited -> find(graph, key, time, attempt + 1));
    }

    private CompletableFuture<Void> pause() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        var unused = timer.after(PAUSE_MS, () -> over.complete(null));
        return over;
    }

    /** One that is not known is a wrong answer of a server of another version. */
    private static String address(CallOwners.Located located, int owner) {
        String address = located.addresses().get(owner);
        if (address == null) {
            throw new QueryException(
                    FailureReason.NOT_READY,
                    "[TSP-4153] Cannot find coordinators: the one that was asked has ended or"
                            + " moved, coordinator="
                            + owner
                            + ".");
        }
        return address;
    }

    /** The calls of one request. One thread at a time uses it. */
    private final class Sending {
        private final String graph;
        private final List<UnroutedCall> calls;
        private final CallTerms terms;
        private final TimeLimit time;
        private final CallReply[] replies;

        Sending(String graph, List<UnroutedCall> calls, CallTerms terms) {
            this.graph = graph;
            this.calls = calls;
            this.terms = terms;
            time = TimeLimit.ofMs(terms.timeoutMs());
            replies = new CallReply[calls.size()];
        }

        /** Sends all calls that have no reply yet, or one that asks to look elsewhere. */
        CompletableFuture<Void> send(int attempt) {
            return topology.current()
                    .thenCompose(
                            layout -> {
                                layout.requireReady(graph);
                                return owners.locate(layout, graph, time.leftMs())
                                        .thenCompose(located -> send(attempt, layout, located));
                            })
                    .exceptionally(
                            failure -> {
                                fill(failure);
                                return null;
                            });
        }

        /** What keeps all open calls from being sent; those sent before have their replies. */
        private void fill(Throwable failure) {
            QueryException known = Failures.of(failure);
            for (int i = 0; i < replies.length; i++) {
                if (isOpen(i)) {
                    replies[i] = CallFailure.refused(known.reason(), text(known));
                }
            }
        }

        private static String text(QueryException failure) {
            return String.valueOf(failure.getMessage());
        }

        private boolean isOpen(int i) {
            return replies[i] == null
                    || (replies[i] instanceof CallFailure failure && failure.isElsewhere());
        }

        private CompletableFuture<Void> send(
                int attempt, Layout layout, CallOwners.Located located) {
            List<Integer> open = new ArrayList<>();
            for (int i = 0; i < replies.length; i++) {
                String procedure = calls.get(i).key().procedure();
                if (!located.procedures().contains(procedure)) {
                    replies[i] = CallFailures.unknownProcedure(procedure, located.procedures());
                } else if (isOpen(i)) {
                    open.add(i);
                }
            }
            if (open.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            List<CallKey> keys = open.stream().map(i -> calls.get(i).key()).toList();
            return owners.owners(located, graph, keys, time.leftMs())
                    .thenCompose(indexes -> send(located, open, indexes))
                    .thenCompose(
                            ignored -> {
                                if (open.stream().noneMatch(this::isOpen)) {
                                    return CompletableFuture.completedFuture(null);
                                }
                                owners.suspect(graph, located);
                                topology.suspect(layout);
                                return attempt == ATTEMPTS
                                        ? CompletableFuture.completedFuture(null)
                                        : pause().thenCompose(waited -> send(attempt + 1));
                            });
        }

        private CompletableFuture<Void> send(
                CallOwners.Located located, List<Integer> open, List<Integer> indexes) {
            Map<String, List<Integer>> positions = new LinkedHashMap<>();
            Map<String, List<RoutedCall>> messages = new LinkedHashMap<>();
            for (int i = 0; i < open.size(); i++) {
                UnroutedCall call = calls.get(open.get(i));
                CallDigest digest = CallDigest.of(call.key().procedure(), call.request());
                String address = address(located, indexes.get(i));
                positions.computeIfAbsent(address, at -> new ArrayList<>()).add(open.get(i));
                messages.computeIfAbsent(address, at -> new ArrayList<>())
                        .add(
                                new RoutedCall(
                                        indexes.get(i),
                                        call.key(),
                                        digest.high(),
                                        digest.low(),
                                        call.request()));
            }
            List<CompletableFuture<List<CallReply>>> answers = new ArrayList<>();
            long leftMs = time.leftMs(); // once something is sent, nothing may fail all
            messages.forEach((address, message) -> answers.add(send(address, message, leftMs)));
            return Futures.<List<CallReply>>all(answers)
                    .thenAccept(
                            all -> {
                                int server = 0;
                                for (List<Integer> own : positions.values()) {
                                    List<CallReply> ofServer = all.get(server++);
                                    for (int i = 0; i < own.size(); i++) {
                                        replies[own.get(i)] = ofServer.get(i);
                                    }
                                }
                            });
        }

        /** Never fails: a failure of the server is one of each of its calls. */
        private CompletableFuture<List<CallReply>> send(
                String address, List<RoutedCall> message, long leftMs) {
            return Failures.<Long, CallReplies>guarded(
                            waitMs ->
                                    peers.at(address)
                                            .call(
                                                    new CallRequest(
                                                            graph,
                                                            terms.after(),
                                                            terms.awaitsDurable(),
                                                            waitMs,
                                                            message),
                                                    waitMs + GRACE_MS))
                    .apply(leftMs)
                    .handle(
                            (answer, failure) ->
                                    failure == null && answer.replies().size() == message.size()
                                            ? answer.replies()
                                            : failures(failure, message.size()));
        }

        private List<CallReply> failures(@Nullable Throwable failure, int count) {
            CallFailure each;
            if (failure == null) {
                each =
                        CallFailure.unknown(
                                FailureReason.MOVED,
                                "[TSP-4157] Cannot tell outcome of call: a server of another"
                                        + " version has answered.");
            } else {
                QueryException known = Failures.of(failure);
                each =
                        known.getCause() instanceof ConnectException
                                ? CallFailure.refused(known.reason(), text(known))
                                : CallFailure.of(known);
            }
            return Collections.nCopies(count, each);
        }

        /**
         * The replies, if the job still runs as far as this server knows: a server that the job
         * manager has given up may hear of outcomes that the job has forgotten.
         */
        CompletableFuture<List<CallReply>> told() {
            List<CallReply> all = Arrays.asList(replies);
            if (topology.atHand() != null
                    || all.stream().noneMatch(ToldOutcome.class::isInstance)) {
                return CompletableFuture.completedFuture(all);
            }
            return topology.current()
                    .handle(
                            (layout, failure) -> {
                                if (failure != null) {
                                    String why = text(Failures.of(failure));
                                    all.replaceAll(
                                            reply ->
                                                    reply instanceof ToldOutcome
                                                            ? CallFailure.unknown(
                                                                    FailureReason.NOT_READY, why)
                                                            : reply);
                                }
                                return all;
                            });
        }
    }
}
