/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallReplies;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.RoutedCall;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * The calls of a message, each of which gets a reply. Any thread may give one; what makes it costs
 * too much for the thread of a coordinator, and runs when there is one for each call.
 */
final class TakenCalls {
    private final List<RoutedCall> calls;
    private final AtomicReferenceArray<@Nullable Supplier<CallReply>> given;
    private final AtomicReferenceArray<@Nullable CompletableFuture<?>> awaited;
    private final AtomicInteger left;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    TakenCalls(List<RoutedCall> calls) {
        this.calls = calls;
        this.given = new AtomicReferenceArray<>(calls.size());
        this.awaited = new AtomicReferenceArray<>(calls.size());
        this.left = new AtomicInteger(calls.size());
        if (calls.isEmpty()) {
            over.complete(null);
        }
    }

    /** What a call waits for; cancelled if it takes too long. */
    void awaited(int index, CompletableFuture<?> outcome) {
        awaited.set(index, outcome);
    }

    /** Gives a call its reply, unless it has one; whether it had none. */
    boolean reply(int index, Supplier<CallReply> reply) {
        if (!given.compareAndSet(index, null, reply)) {
            return false;
        }
        if (left.decrementAndGet() == 0) {
            over.complete(null);
        }
        return true;
    }

    /** Completes when each call has a reply. */
    CompletableFuture<Void> over() {
        return over;
    }

    /** The replies, in the order of the calls. Each has one. */
    CallReplies replies() {
        List<CallReply> replies = new ArrayList<>(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            replies.add(Objects.requireNonNull(given.get(i)).get());
        }
        return new CallReplies(replies);
    }

    /** Waits no longer. */
    void giveUp() {
        for (int i = 0; i < calls.size(); i++) {
            CallFailure late =
                    CallFailure.unknown(
                            FailureReason.TIMEOUT,
                            "[TSP-4145] Cannot tell outcome of call: it took longer than the"
                                    + " timeout, procedure="
                                    + calls.get(i).key().procedure()
                                    + ". Ask again with the same key.");
            CompletableFuture<?> outcome = awaited.get(i);
            if (reply(i, () -> late) && outcome != null) {
                outcome.cancel(false);
            }
        }
    }
}
