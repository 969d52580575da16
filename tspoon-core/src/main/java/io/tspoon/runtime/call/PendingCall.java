/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.Call;
import io.tspoon.call.CallOutcome;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A call that waits for its place or is in flight, with all who wait for its outcome. */
final class PendingCall {
    private final Call call;
    private final long begunNanos;
    private List<Waiter> waiters = new ArrayList<>(1);

    /**
     * Somebody who waits.
     *
     * @param repeated whether an earlier request has brought the call about
     */
    private record Waiter(
            CompletableFuture<CallOutcome> future, boolean durable, boolean repeated) {}

    /**
     * @param future completed with the outcome
     * @param nowNanos the time
     */
    PendingCall(Call call, CompletableFuture<CallOutcome> future, long nowNanos) {
        this.call = call;
        this.begunNanos = nowNanos;
        waiters.add(new Waiter(future, call.awaitsDurable(), false));
    }

    Call call() {
        return call;
    }

    long begunNanos() {
        return begunNanos;
    }

    /** Another request for the same call. Those who have given up are forgotten. */
    void attach(CompletableFuture<CallOutcome> future, boolean durable) {
        waiters.removeIf(waiter -> waiter.future().isDone());
        waiters.add(new Waiter(future, durable, true));
    }

    /** Whether anybody waits until the outcome is durable. */
    boolean isDurabilityAwaited() {
        return waiters.stream().anyMatch(Waiter::durable);
    }

    /**
     * Tells the outcome to those for whom it is good enough.
     *
     * @param durable whether it is durable
     */
    void tell(Retention.Retained ended, boolean durable) {
        List<Waiter> left = new ArrayList<>(0);
        for (Waiter waiter : waiters) {
            if (durable || !waiter.durable()) {
                waiter.future()
                        .complete(new CallOutcome(ended.result(), durable, waiter.repeated()));
            } else {
                left.add(waiter);
            }
        }
        waiters = left;
    }

    void fail(Throwable failure) {
        waiters.forEach(waiter -> waiter.future().completeExceptionally(failure));
        waiters = List.of();
    }
}
