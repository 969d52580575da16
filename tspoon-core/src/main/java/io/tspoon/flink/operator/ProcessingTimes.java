/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.api.common.operators.ProcessingTimeService;

/** Calls back after some time, on the mailbox thread. */
public final class ProcessingTimes {
    /** What is to be done then. */
    public interface Action {
        void run() throws Exception;
    }

    private ProcessingTimes() {}

    /** Calls back when the delay is over, which Flink counts in milliseconds, plus one. */
    public static void after(ProcessingTimeService time, long delayMs, Action action) {
        long due = time.getCurrentProcessingTime() + delayMs;
        // What the action throws fails the task; the future is of no use.
        var unused = time.registerTimer(due, timestamp -> action.run());
    }
}
