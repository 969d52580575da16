/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.Call;
import io.tspoon.call.CallOutcome;
import io.tspoon.call.CallTaker;
import io.tspoon.query.FailureReason;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallReplies;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.RoutedCall;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Hands calls to the coordinators in this process, and waits for their outcomes. Requests are read,
 * and checked by the code of users, before they become calls.
 *
 * @param timer ends the wait
 * @param workers read requests, and go on with outcomes, so that the thread of a coordinator does
 *     not
 */
record CallOperation(LocalCalls calls, Timer timer, Executor workers)
        implements InstanceOperation<CallRequest, CallReplies> {
    private static final Logger LOG = LoggerFactory.getLogger(CallOperation.class);

    /** How much sooner than its sender this server gives up, so that its answer is in time. */
    private static final long MARGIN_MS = 100;

    /**
     * A call that waits for its outcome.
     *
     * @param reply makes the reply, which costs too much for the thread of a coordinator
     */
    private record Waiting(
            CompletableFuture<Supplier<CallReply>> reply,
            CompletableFuture<?> outcome,
            RoutedCall call) {
        void giveUp() {
            CallFailure late =
                    CallFailure.unknown(
                            FailureReason.TIMEOUT,
                            "[TSP-4145] Cannot tell outcome of call: it took longer than the"
                                    + " timeout, procedure="
                                    + call.key().procedure()
                                    + ". Ask again with the same key.");
            if (reply.complete(() -> late)) {
                outcome.cancel(false);
            }
        }
    }

    @Override
    public CompletableFuture<CallReplies> answer(CallRequest request, long timeoutMs) {
        long waitMs = Math.max(1, Math.min(request.waitMs(), timeoutMs - MARGIN_MS));
        return CompletableFuture.supplyAsync(() -> take(request), workers)
                .thenCompose(
                        all -> {
                            Runnable cancel =
                                    timer.after(waitMs, () -> all.forEach(Waiting::giveUp));
                            var replies =
                                    Futures.<Supplier<CallReply>>all(
                                            all.stream().map(Waiting::reply).toList());
                            return Futures.hop(replies, workers)
                                    .whenComplete((made, failure) -> cancel.run())
                                    .thenApply(CallOperation::replies);
                        });
    }

    private static CallReplies replies(List<Supplier<CallReply>> made) {
        return new CallReplies(made.stream().map(Supplier::get).toList());
    }

    private List<Waiting> take(CallRequest request) {
        Map<Integer, CallTaker> takers = calls.takers(request.graph());
        List<Waiting> all = new ArrayList<>(request.calls().size());
        for (RoutedCall call : request.calls()) {
            all.add(take(request, call, takers));
        }
        return all;
    }

    private Waiting take(CallRequest request, RoutedCall call, Map<Integer, CallTaker> takers) {
        CallTaker taker = takers.get(call.coordinator());
        if (taker == null) {
            return refused(call, CallFailures.elsewhere(request.graph(), call.coordinator()));
        }
        LocalProcedure procedure = calls.procedure(taker, call.key().procedure());
        if (procedure == null) {
            return refused(
                    call,
                    CallFailures.unknownProcedure(
                            call.key().procedure(),
                            taker.procedures().stream().map(one -> one.name()).toList()));
        }
        if (request.awaitsDurable() && !taker.becomesDurable()) {
            return refused(
                    call,
                    CallFailure.refused(
                            FailureReason.INVALID_REQUEST,
                            "[TSP-4156] Cannot execute call: nothing becomes durable here, graph="
                                    + request.graph()
                                    + ". Leave wait=durable out, or let the job take checkpoints,"
                                    + " or write a log."));
        }
        Object read;
        try {
            read = procedure.read(call.request());
        } catch (InvalidCall e) {
            return refused(call, e.failure());
        } catch (RuntimeException e) { // of the user's check
            CallFailure failure =
                    CallFailure.refused(
                            FailureReason.INTERNAL,
                            "[TSP-4146] Cannot check request of call: the procedure's check threw"
                                    + " an exception, procedure="
                                    + call.key().procedure()
                                    + ". The log of the server has it.");
            LOG.error(failure.message(), e);
            return refused(call, failure);
        }
        CompletableFuture<Supplier<CallReply>> reply = new CompletableFuture<>();
        CompletableFuture<CallOutcome> outcome =
                Failures.guarded(taker::call)
                        .apply(
                                new Call(
                                        call.key(),
                                        call.digestHigh(),
                                        call.digestLow(),
                                        read,
                                        request.after(),
                                        request.awaitsDurable()));
        var unused =
                outcome.whenComplete(
                        (told, failure) ->
                                reply.complete(
                                        () ->
                                                failure == null
                                                        ? CallFailures.told(
                                                                procedure, call.key().key(), told)
                                                        : CallFailures.of(failure)));
        return new Waiting(reply, outcome, call);
    }

    private static Waiting refused(RoutedCall call, CallFailure failure) {
        CompletableFuture<Supplier<CallReply>> reply =
                CompletableFuture.completedFuture(() -> failure);
        return new Waiting(reply, reply, call);
    }
}
