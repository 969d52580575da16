/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Observer;

import java.io.Serializable;

/**
 * What the tasks know of the run that they belong to.
 *
 * @param run its name
 * @param startedAtMs wall clock, when the first transfer is due
 * @param observerPort of the {@link Observer}, on this machine
 * @param epoch of the first attempt of this job
 */
record RunTicket(String run, long startedAtMs, int observerPort, int epoch)
        implements Serializable {
    CrashPoint crashes() {
        return new CrashPoint(run);
    }
}
