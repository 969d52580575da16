/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * A segment in a minute.
 *
 * @param vehicles how many have reported
 * @param halves twice the sum of the average speeds of each, which is a whole number: a vehicle
 *     reports once a minute, or twice
 */
public record Minute(int number, int vehicles, long halves) {
    static final long PARTS = 2;

    /** The same minute after another report. */
    Minute with(int speed, int speedBefore) {
        return speedBefore == Step.NONE
                ? new Minute(number, vehicles + 1, halves + PARTS * speed)
                : new Minute(number, vehicles, halves + speed - speedBefore);
    }
}
