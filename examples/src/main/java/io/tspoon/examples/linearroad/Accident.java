/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/**
 * Two vehicles or more that have stopped at one place.
 *
 * @param begun minute in which the second one had stopped
 * @param cleared minute in which only one was left; {@link #NEVER} until then
 */
public record Accident(Place place, int begun, int cleared) {
    static final int NEVER = Integer.MAX_VALUE;

    boolean isCleared() {
        return cleared != NEVER;
    }

    /** Whether it keeps tolls away, and is told, in a minute. */
    boolean isKnownIn(int minute) {
        return begun < minute && minute <= cleared;
    }
}
