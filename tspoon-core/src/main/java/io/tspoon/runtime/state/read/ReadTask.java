/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import java.util.concurrent.CompletableFuture;

/** A task of a reader at an instance, run by the thread of the operator in slices. */
abstract class ReadTask<T> {
    private static final int KEYS_PER_LOOK_AT_THE_CLOCK = 256;

    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** The answer that the reader waits for. */
    final CompletableFuture<T> answer() {
        return answer;
    }

    /**
     * Continues the task for a while.
     *
     * @param untilNanos when to stop, on the clock of {@link System#nanoTime}
     * @return whether the task is over: its answer is there, or another object completes it
     */
    abstract boolean run(long untilNanos) throws Exception;

    /**
     * Whether a slice is over. To be called after each key; it looks at the clock only now and
     * then.
     *
     * @param keys number of keys seen so far
     */
    static boolean isTimeUp(int keys, long untilNanos) {
        return keys % KEYS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() >= untilNanos;
    }

    /** Ends the task with a failure. */
    final void fail(Throwable cause) {
        answer.completeExceptionally(cause);
    }
}
