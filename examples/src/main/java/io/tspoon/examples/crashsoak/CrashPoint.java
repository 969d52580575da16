/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/**
 * The places where tasks of a run may crash. Does nothing if the process has no {@link
 * PlannedCrashes} of the run.
 *
 * @param run name of the run
 */
record CrashPoint(String run) implements Serializable {
    /**
     * Crashes if a crash of the kind is due.
     *
     * @return whether it is, and who has passed lives on for a moment
     */
    boolean pass(CrashKind kind) {
        PlannedCrashes crashes = PlannedCrashes.find(run);
        return crashes != null && crashes.pass(kind);
    }

    /** Waits for the given time if required crashes have not happened yet. */
    void linger(long nanos) throws InterruptedException {
        PlannedCrashes crashes = PlannedCrashes.find(run);
        if (crashes != null && crashes.isOwed()) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }

    /**
     * A task starts.
     *
     * @param attempt how often the job has started before
     */
    void begin(int attempt) {
        PlannedCrashes crashes = PlannedCrashes.find(run);
        if (crashes != null) {
            crashes.begin(attempt);
        }
    }
}
