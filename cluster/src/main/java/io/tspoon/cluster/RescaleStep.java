/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import java.time.Duration;
import java.util.Locale;

/**
 * One change of the parallelism, and its cost.
 *
 * @param how live, or by savepoint
 * @param stateBytes size of the last checkpoint before the change
 * @param pause longest time without a result
 * @param timely time from the request until results were less than a second behind the input again
 * @param phases where the time went
 */
record RescaleStep(
        String how,
        int before,
        int after,
        long stateBytes,
        Duration pause,
        Duration timely,
        Phases phases) {
    /** Formats the step as a line of a report. */
    String line() {
        return String.format(
                Locale.ROOT,
                "%-12s %d to %d  state %9s  pause %s  timely %s  %s",
                how,
                before,
                after,
                Phases.megabytes((double) stateBytes),
                Recovery.seconds(pause),
                Recovery.seconds(timely),
                phases.words());
    }
}
