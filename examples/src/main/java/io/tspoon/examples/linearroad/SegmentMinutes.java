/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows of a segment, written by hand: the minute of now, vehicle by vehicle, and what is
 * kept of the five minutes before. Immutable.
 *
 * @param minute the latest in which a vehicle has reported
 * @param speeds of that minute
 * @param past the minutes before in which vehicles have reported, the latest last
 * @param vehicles how many reported in the minute before
 * @param velocity average speed of the five minutes before; 0 if none has reported
 */
public record SegmentMinutes(
        int minute, List<Speed> speeds, List<PastMinute> past, int vehicles, int velocity) {
    static final SegmentMinutes NONE = new SegmentMinutes(0, List.of(), List.of(), 0, 0);

    private static final int WINDOW = 5;
    private static final int FAST = 40;
    private static final int FEW = 50;
    private static final int MAX_REPORTS = 2;

    /** Whether a minute is not over. */
    boolean takes(int now) {
        return now >= minute;
    }

    /** The segment after another report. */
    SegmentMinutes with(RoadMessage report) {
        SegmentMinutes now = in(report.minute());
        List<Speed> next = new ArrayList<>(now.speeds.size() + 1);
        Speed own = new Speed(report.vehicle(), 0, 0);
        for (Speed speed : now.speeds) {
            if (speed.vehicle() == report.vehicle()) {
                own = speed;
            } else {
                next.add(speed);
            }
        }
        next.add(new Speed(own.vehicle(), own.sum() + report.speed(), own.reports() + 1));
        return new SegmentMinutes(now.minute, next, now.past, now.vehicles, now.velocity);
    }

    /** What it costs to be here in this minute, as long as there is no accident. */
    long cents() {
        return vehicles > FEW && velocity < FAST ? 2L * (vehicles - FEW) * (vehicles - FEW) : 0;
    }

    private SegmentMinutes in(int now) {
        if (now == minute) {
            return this;
        }
        List<PastMinute> next = new ArrayList<>(past);
        if (!speeds.isEmpty()) {
            next.add(new PastMinute(minute, speeds.size(), halves(speeds)));
        }
        next.removeIf(one -> one.minute() < now - WINDOW);
        int latest = next.isEmpty() ? 0 : next.get(next.size() - 1).vehicles();
        return new SegmentMinutes(
                now, List.of(), next, minute == now - 1 ? latest : 0, velocity(next));
    }

    private static long halves(List<Speed> speeds) {
        return speeds.stream()
                .mapToLong(speed -> (long) MAX_REPORTS * speed.sum() / speed.reports())
                .sum();
    }

    /** The average of the averages, without its fraction. Doubles would be wrong near a whole. */
    private static int velocity(List<PastMinute> minutes) {
        BigInteger above = BigInteger.ZERO;
        BigInteger below = BigInteger.ONE;
        for (PastMinute one : minutes) {
            BigInteger parts = BigInteger.valueOf((long) MAX_REPORTS * one.vehicles());
            above = above.multiply(parts).add(BigInteger.valueOf(one.halves()).multiply(below));
            below = below.multiply(parts);
        }
        return minutes.isEmpty()
                ? 0
                : above.divide(below.multiply(BigInteger.valueOf(minutes.size()))).intValueExact();
    }
}
