/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.FoundOutcome;
import io.tspoon.query.peer.OutcomeRequest;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.RetainedOutcome;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Finds the outcome of a transaction, or waits for it for a while.
 *
 * @param workers go on with the answer, so that the thread of a coordinator does not
 */
record OutcomeOperation(LocalInstances instances, Timer timer, Executor workers)
        implements InstanceOperation<OutcomeRequest, FoundOutcome> {
    @Override
    public CompletableFuture<FoundOutcome> answer(OutcomeRequest request, long timeoutMs) {
        CompletableFuture<FoundOutcome> answer = new CompletableFuture<>();
        List<CompletableFuture<RetainedOutcome>> awaited = new ArrayList<>();
        for (ReadableCoordinator coordinator : instances.coordinatorsOf(request.graph())) {
            CompletableFuture<RetainedOutcome> outcome =
                    coordinator.outcome(request.entrance(), request.key());
            if (outcome == null) {
                answer.complete(FoundOutcome.NOT_RETAINED);
            } else {
                awaited.add(outcome);
                var unused =
                        outcome.thenAccept(found -> answer.complete(new FoundOutcome(true, found)));
            }
        }
        long waitMs = awaited.isEmpty() ? 0 : Math.min(request.waitMs(), timeoutMs);
        Runnable end = () -> answer.complete(FoundOutcome.UNKNOWN);
        if (waitMs == 0) {
            end.run();
        }
        Runnable cancel = answer.isDone() ? () -> {} : timer.after(waitMs, end);
        var unused =
                answer.whenComplete(
                        (found, failure) -> {
                            cancel.run();
                            awaited.forEach(outcome -> outcome.cancel(false));
                        });
        return Futures.hop(answer, workers);
    }
}
