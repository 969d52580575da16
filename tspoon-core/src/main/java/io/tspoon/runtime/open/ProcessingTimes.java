/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import org.apache.flink.api.common.operators.ProcessingTimeService;

/** Calls back after some time, on the mailbox thread. */
final class ProcessingTimes {
    /** What is to be done then. */
    interface Action {
        void run() throws Exception;
    }

    private ProcessingTimes() {}

    static void after(ProcessingTimeService time, long delayMs, Action action) {
        long due = time.getCurrentProcessingTime() + delayMs;
        // What the action throws fails the task; the future is of no use.
        var unused = time.registerTimer(due, timestamp -> action.run());
    }
}
