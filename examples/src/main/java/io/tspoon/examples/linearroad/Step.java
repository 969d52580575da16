/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;

/**
 * What a report means for the road, the segment and the account.
 *
 * @param report the report
 * @param freed where the vehicle had stopped, and is no more; null for nowhere
 * @param stopped where the vehicle has now stopped; null for nowhere
 * @param onlyFrees whether all else about the report is in another step
 * @param enters whether a toll is to be said: the vehicle has come into the segment, and stays
 * @param leaves whether the toll of the segment before is to be paid
 * @param speedBefore that the vehicle has reported from the same segment in the same minute; {@link
 *     #NONE} if it has not
 * @param accident segment of the next accident ahead; {@link #NONE} for none
 */
public record Step(
        RoadMessage report,
        @Nullable Place freed,
        @Nullable Place stopped,
        boolean onlyFrees,
        boolean enters,
        boolean leaves,
        int speedBefore,
        int accident) {
    static final int NONE = -1;

    Step withAccident(int segment) {
        return new Step(report, null, null, false, enters, leaves, speedBefore, segment);
    }

    /** Of two steps on two roads the one on that which the vehicle has left. */
    Step onlyFreeing() {
        return new Step(report, freed, null, true, false, false, NONE, NONE);
    }

    /** Whether accidents are to be looked at. */
    boolean concernsRoad() {
        return enters || changesRoad();
    }

    boolean changesRoad() {
        return freed != null || stopped != null;
    }

    /** Whether the account is to be looked at. */
    boolean concernsAccount() {
        return enters || leaves;
    }

    /** The road that is to be looked at. */
    Road road() {
        return onlyFrees && freed != null ? freed.road() : report.at().road();
    }
}
