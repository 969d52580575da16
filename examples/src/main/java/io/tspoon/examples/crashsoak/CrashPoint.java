/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/**
 * Where tasks of a run may crash. Without {@link PlannedCrashes} of the run in its process, nothing
 * happens there.
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

    /** Waits so long if crashes are still to come that have to happen. */
    void linger(long nanos) throws InterruptedException {
        PlannedCrashes crashes = PlannedCrashes.find(run);
        if (crashes != null && crashes.isOwed()) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }

    /** A task begins, the job having begun so many times before. */
    void begin(int attempt) {
        PlannedCrashes crashes = PlannedCrashes.find(run);
        if (crashes != null) {
            crashes.begin(attempt);
        }
    }
}
