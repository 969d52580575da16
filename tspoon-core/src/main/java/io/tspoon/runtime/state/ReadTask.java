/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import java.util.concurrent.CompletableFuture;

/** Something that a reader asks of an instance; run by the thread of the operator, in slices. */
abstract class ReadTask<T> {
    private static final int KEYS_PER_LOOK_AT_THE_CLOCK = 256;

    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** What the reader waits for. */
    final CompletableFuture<T> answer() {
        return answer;
    }

    /**
     * Goes on for a while.
     *
     * @param untilNanos when to stop, as {@link System#nanoTime} counts
     * @return whether the task is over: its answer is there, or somebody else takes care of it
     */
    abstract boolean run(long untilNanos) throws Exception;

    /**
     * Whether a slice is over; to be asked behind each key, as it looks at the clock now and then.
     *
     * @param keys how many have been seen
     */
    static boolean isTimeUp(int keys, long untilNanos) {
        return keys % KEYS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() >= untilNanos;
    }

    /** Something the task needs is no longer there. */
    final void fail(Throwable cause) {
        answer.completeExceptionally(cause);
    }
}
