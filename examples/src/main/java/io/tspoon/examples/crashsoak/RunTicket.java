/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Observer;

import java.io.Serializable;

/**
 * What tasks know about their run.
 *
 * @param run name of the run
 * @param startedAtMs wall clock time at which the first transfer is due
 * @param observerPort port of the {@link Observer} on this machine
 * @param epoch epoch of the first attempt of this job
 */
record RunTicket(String run, long startedAtMs, int observerPort, int epoch)
        implements Serializable {
    CrashPoint crashes() {
        return new CrashPoint(run);
    }
}
