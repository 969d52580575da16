/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Locale;

/**
 * How long the recovery from a fault took, measured from the fault.
 *
 * @param fault name of the fault
 * @param detected time until the cluster noticed; null if there was nothing to notice
 * @param recovered time until the first new result; null if the job was not interrupted
 * @param answered time until the query endpoint answered
 * @param fullRate time until results were less than a second behind the input again
 * @param pause longest time without a result
 * @param remark further remark; may be empty
 * @param phases where the time of the restart went; null if the job was not interrupted
 */
record Recovery(
        String fault,
        @Nullable Duration detected,
        @Nullable Duration recovered,
        Duration answered,
        Duration fullRate,
        Duration pause,
        String remark,
        @Nullable Phases phases) {
    private static final double MS_PER_SECOND = 1_000;

    /** Formats the recovery as a line of a report. */
    String line() {
        return String.format(
                Locale.ROOT,
                "%-20s detected %s  recovered %s  queries %s  full rate %s  longest pause %s%s%s",
                fault,
                seconds(detected),
                seconds(recovered),
                seconds(answered),
                seconds(fullRate),
                seconds(pause),
                remark.isEmpty() ? "" : "  (" + remark + ")",
                phases == null ? "" : "  " + phases.words());
    }

    static String seconds(@Nullable Duration duration) {
        return duration == null
                ? "     -"
                : String.format(Locale.ROOT, "%4.1f s", duration.toMillis() / MS_PER_SECOND);
    }
}
