/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.operators.ProcessingTimeService;

import java.util.concurrent.Future;

/** Runs an action after some time, on the mailbox thread. */
@Internal
public final class ProcessingTimes {
    /** What is to be run. */
    public interface Action {
        void run() throws Exception;
    }

    private ProcessingTimes() {}

    /** Runs the action after the delay, which Flink counts in milliseconds, plus one. */
    public static void after(ProcessingTimeService time, long delayMs, Action action) {
        // If the action throws, the task fails, so the future is not needed.
        var unused = scheduled(time, delayMs, action);
    }

    /** The same, for an action that may be cancelled. */
    public static Future<?> scheduled(ProcessingTimeService time, long delayMs, Action action) {
        long due = time.getCurrentProcessingTime() + delayMs;
        return time.registerTimer(due, timestamp -> action.run());
    }
}
