/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.CallTaker;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallOutcomeRequest;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.FoundCall;
import io.tspoon.query.peer.ToldOutcome;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Tells what became of a call that has come before.
 *
 * @param timer ends the wait for the coordinator
 * @param workers go on with what it says, so that its thread does not
 */
record CallOutcomeOperation(LocalCalls calls, Timer timer, Executor workers)
        implements InstanceOperation<CallOutcomeRequest, FoundCall> {
    @Override
    public CompletableFuture<FoundCall> answer(CallOutcomeRequest request, long timeoutMs) {
        CallTaker taker = calls.takers(request.graph()).get(request.coordinator());
        if (taker == null) {
            throw thrown(CallFailures.elsewhere(request.graph(), request.coordinator()));
        }
        LocalProcedure procedure = calls.procedure(taker, request.key().procedure());
        if (procedure == null) {
            throw thrown(
                    CallFailures.unknownProcedure(
                            request.key().procedure(),
                            taker.procedures().stream().map(one -> one.name()).toList()));
        }
        return Futures.hop(timer.limit(taker.find(request.key()), timeoutMs), workers)
                .handle(
                        (known, failure) -> {
                            if (failure != null) {
                                throw thrown(CallFailures.of(failure));
                            }
                            if (known == null) {
                                return FoundCall.UNKNOWN;
                            }
                            if (known.outcome() == null) {
                                return FoundCall.UNDER_WAY;
                            }
                            return found(
                                    CallFailures.told(
                                            procedure, request.key().key(), known.outcome()));
                        });
    }

    private static FoundCall found(CallReply told) {
        if (told instanceof CallFailure failure) {
            throw thrown(failure);
        }
        return new FoundCall(true, (ToldOutcome) told);
    }

    private static QueryException thrown(CallFailure failure) {
        return new QueryException(failure.reason(), failure.message());
    }
}
