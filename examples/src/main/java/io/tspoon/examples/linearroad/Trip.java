/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a vehicle: its last report.
 *
 * @param report the last one
 * @param equal how many reports in a row named its place, up to {@link #STOPPED}
 */
public record Trip(RoadMessage report, int equal) {
    /** So many reports from one place are a stop. */
    static final int STOPPED = 4;

    /** Seconds between two reports of a vehicle. */
    static final int REPORTED_EVERY = 30;

    /** The vehicle after its next report. */
    static Trip of(@Nullable Trip last, RoadMessage report) {
        int before =
                last != null && last.goesOn(report) && last.at().equals(report.at())
                        ? last.equal
                        : 0;
        return new Trip(report, Math.min(before + 1, STOPPED));
    }

    Place at() {
        return report.at();
    }

    /** Whether a report comes before a vehicle may send its next one. */
    boolean isTooEarlyFor(RoadMessage next) {
        return next.time() < report.time() + REPORTED_EVERY;
    }

    /** Whether a report belongs to the same trip as the last one. */
    boolean goesOn(RoadMessage next) {
        return next.time() < report.time() + 2 * REPORTED_EVERY && at().lane() != Place.EXIT_LANE;
    }

    /** Where the vehicle has stopped; null if it has not. */
    @Nullable Place halt() {
        return equal == STOPPED && at().isOnTravelLane() ? at() : null;
    }

    /**
     * The speed that the vehicle has reported from the same segment in the same minute; {@link
     * Step#NONE} if it has not. It cannot have done so twice.
     */
    int speedBefore(RoadMessage next) {
        return report.minute() == next.minute() && report.segment().equals(next.segment())
                ? report.speed()
                : Step.NONE;
    }
}
