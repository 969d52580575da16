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
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.RoutedCall;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

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

    @Override
    public CompletableFuture<CallReplies> answer(CallRequest request, long timeoutMs) {
        long waitMs = Math.max(1, Math.min(request.waitMs(), timeoutMs - MARGIN_MS));
        return CompletableFuture.supplyAsync(() -> take(request), workers)
                .thenCompose(
                        taken -> {
                            Runnable cancel = timer.after(waitMs, taken::giveUp);
                            return Futures.hop(taken.over(), workers)
                                    .thenApply(
                                            over -> {
                                                cancel.run();
                                                return taken.replies();
                                            });
                        });
    }

    private TakenCalls take(CallRequest request) {
        Map<Integer, CallTaker> takers = calls.takers(request.graph());
        TakenCalls taken = new TakenCalls(request.calls());
        for (int i = 0; i < request.calls().size(); i++) {
            RoutedCall call = request.calls().get(i);
            CallFailure refusal = take(request, call, takers, taken, i);
            if (refusal != null) {
                taken.reply(i, () -> refusal);
            }
        }
        return taken;
    }

    /** Why a call is not executed; null if it is, which will have its reply. */
    private @Nullable CallFailure take(
            CallRequest request,
            RoutedCall call,
            Map<Integer, CallTaker> takers,
            TakenCalls taken,
            int index) {
        CallTaker taker = takers.get(call.coordinator());
        if (taker == null) {
            return CallFailures.elsewhere(request.graph(), call.coordinator());
        }
        LocalProcedure procedure = calls.procedure(taker, call.key().procedure());
        if (procedure == null) {
            return CallFailures.unknownProcedure(
                    call.key().procedure(),
                    taker.procedures().stream().map(one -> one.name()).toList());
        }
        if (request.awaitsDurable() && !taker.becomesDurable()) {
            return CallFailure.refused(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4156] Cannot execute call: nothing becomes durable here, graph="
                            + request.graph()
                            + ". Leave wait=durable out, or let the job take checkpoints, or"
                            + " write a log.");
        }
        Object read;
        try {
            read = procedure.read(call.request());
        } catch (InvalidCall e) {
            return e.failure();
        } catch (RuntimeException e) { // of the user's check
            CallFailure failure =
                    CallFailure.refused(
                            FailureReason.INTERNAL,
                            "[TSP-4146] Cannot check request of call: the procedure's check threw"
                                    + " an exception, procedure="
                                    + call.key().procedure()
                                    + ". The log of the server has it.");
            LOG.error(failure.message(), e);
            return failure;
        }
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
        taken.awaited(index, outcome);
        var unused =
                outcome.whenComplete(
                        (told, failure) ->
                                taken.reply(
                                        index,
                                        () ->
                                                failure == null
                                                        ? CallFailures.told(
                                                                procedure, call.key().key(), told)
                                                        : CallFailures.of(failure)));
        return null;
    }
}
