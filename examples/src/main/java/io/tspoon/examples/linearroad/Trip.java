/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * What is known of a vehicle: its last report.
 *
 * @param equal how many reports in a row named this place, up to {@link #STOPPED}
 */
public record Trip(int time, Place place, int equal) {
    /** So many reports from one place are a stop. */
    static final int STOPPED = 4;

    /** Seconds between two reports of a vehicle. */
    static final int REPORTED_EVERY = 30;

    /** Whether a report at a time belongs to the same trip as the last one. */
    boolean goesOn(int now) {
        return now < time + 2 * REPORTED_EVERY && place.lane() != Place.EXIT_LANE;
    }

    boolean hasStopped() {
        return equal == STOPPED && place.isOnTravelLane();
    }

    /** The next report of the same trip. */
    Trip next(int now, Place at) {
        return new Trip(now, at, at.equals(place) ? Math.min(equal + 1, STOPPED) : 1);
    }
}
