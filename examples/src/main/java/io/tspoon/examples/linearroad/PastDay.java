/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * What the tolls of a vehicle are kept by, of each of the ten weeks before today.
 *
 * @param day 1 for yesterday
 */
public record PastDay(int vehicle, int day, int expressway) {
    static final int OLDEST = 69;

    private static final int LEAST_CENTS = 10;
    private static final int CENTS = 90;

    /** The tolls of that day, which are made up, as the benchmark's are. */
    int cents() {
        int mixed = (vehicle * 31 + day) * 31 + expressway;
        return LEAST_CENTS + Math.floorMod((mixed * 0x9E3779B9) >>> 8, CENTS);
    }
}
