/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.concurrency.Interleavings;

/** Takes some turns. Its fields are plain, as only the operator's thread runs it. */
final class CountedTask extends ReadTask<String> {
    private int left;
    private boolean running;

    CountedTask(int turns) {
        left = turns;
    }

    @Override
    boolean run(long untilNanos) {
        Interleavings.check(!running, "one thread runs a task");
        running = true;
        left--;
        running = false;
        return left == 0 && answer().complete("over");
    }

    void checkSucceeded() {
        Interleavings.check(
                answer().isDone() && !answer().isCompletedExceptionally(), "the read is answered");
    }

    void checkOver() {
        Interleavings.check(answer().isDone(), "the read is answered, or has failed");
    }
}
