/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * Where a vehicle is.
 *
 * @param position in feet, counted from west to east on both sides
 */
public record Place(Road road, int lane, int position) {
    static final int ENTRY_LANE = 0;
    static final int EXIT_LANE = 4;

    int segment() {
        return position / Road.SEGMENT_FEET;
    }

    boolean isOnTravelLane() {
        return lane > ENTRY_LANE && lane < EXIT_LANE;
    }
}
