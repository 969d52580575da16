/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A coordinator that takes calls. Any thread may call its methods, which do not block. The futures
 * that it returns are completed by the coordinator's own thread: who goes on with them for long has
 * to hand that to a thread of his own.
 */
@Internal
public interface CallTaker {
    /** The procedures that can be called, the same at each coordinator of the t-graph. */
    List<Procedure> procedures();

    /** How long an outcome is retained. */
    Duration retention();

    /** Whether outcomes become durable: with a write-ahead log, or with checkpoints. */
    boolean becomesDurable();

    /** The number of coordinators. */
    int parallelism();

    /** Index of the coordinator that owns a call, the same whichever coordinator is asked. */
    int owner(CallKey key);

    /**
     * Takes a call. If the same call has come before, its outcome is told again.
     *
     * @return fails with a {@link CallException}. Cancelling it gives up waiting, not the call
     */
    CompletableFuture<CallOutcome> call(Call call);

    /**
     * Finds a call of this coordinator that has come before. Does not wait for its end.
     *
     * @return null inside if the call is not known, or not any more; fails with a {@link
     *     CallException}
     */
    CompletableFuture<@Nullable KnownCall> find(CallKey key);

    /**
     * A call that has come before.
     *
     * @param outcome what became of it; null as long as it is under way
     */
    record KnownCall(@Nullable CallOutcome outcome) {}
}
