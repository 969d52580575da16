/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows of a segment, written by hand: of the minute of now how many vehicles there are and
 * how fast, which each report changes, and what is kept of the five minutes before. Immutable.
 *
 * @param now the latest minute in which a vehicle has reported
 * @param past the minutes before in which vehicles have reported, the latest last
 * @param vehicles how many reported in the minute before
 * @param velocity average speed of the five minutes before; 0 if none has reported
 */
public record SegmentMinutes(Minute now, List<Minute> past, int vehicles, int velocity) {
    static final SegmentMinutes NONE = new SegmentMinutes(new Minute(0, 0, 0), List.of(), 0, 0);

    private static final int WINDOW = 5;
    private static final int FAST = 40;
    private static final int FEW = 50;

    /** Whether a minute is not over. */
    boolean takes(int minute) {
        return minute >= now.number();
    }

    /**
     * The segment after another report.
     *
     * @param speedBefore that the vehicle has reported in the same minute, too
     */
    SegmentMinutes with(RoadMessage report, int speedBefore) {
        SegmentMinutes present = in(report.minute());
        return new SegmentMinutes(
                present.now.with(report.speed(), speedBefore),
                present.past,
                present.vehicles,
                present.velocity);
    }

    /** What it costs to be here in this minute, as long as there is no accident. */
    long cents() {
        return vehicles > FEW && velocity < FAST ? 2L * (vehicles - FEW) * (vehicles - FEW) : 0;
    }

    private SegmentMinutes in(int minute) {
        if (minute == now.number()) {
            return this;
        }
        List<Minute> next = new ArrayList<>(past);
        next.add(now);
        next.removeIf(one -> one.vehicles() == 0 || one.number() < minute - WINDOW);
        return new SegmentMinutes(
                new Minute(minute, 0, 0),
                next,
                now.number() == minute - 1 ? now.vehicles() : 0,
                velocity(next));
    }

    /** The average of the averages, without its fraction. Doubles would be wrong near a whole. */
    private static int velocity(List<Minute> minutes) {
        BigInteger above = BigInteger.ZERO;
        BigInteger below = BigInteger.ONE;
        for (Minute one : minutes) {
            BigInteger parts = BigInteger.valueOf(Minute.PARTS * one.vehicles());
            above = above.multiply(parts).add(BigInteger.valueOf(one.halves()).multiply(below));
            below = below.multiply(parts);
        }
        return minutes.isEmpty()
                ? 0
                : above.divide(below.multiply(BigInteger.valueOf(minutes.size()))).intValueExact();
    }
}
