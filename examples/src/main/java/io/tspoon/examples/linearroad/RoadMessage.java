/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;

/**
 * A line of the input: a position report, or a question.
 *
 * @param type {@link #REPORT}, {@link #BALANCE} or {@link #EXPENDITURE}
 * @param time in seconds from the beginning; never less than in the line before
 * @param vehicle who reports or asks
 * @param speed in miles per hour
 * @param place where the vehicle is; null for a question
 * @param query number of the question
 * @param expressway which one an expenditure was for
 * @param day which one an expenditure was made on, 1 for yesterday
 */
public record RoadMessage(
        int type,
        int time,
        int vehicle,
        int speed,
        @Nullable Place place,
        int query,
        int expressway,
        int day) {
    static final int REPORT = 0;
    static final int BALANCE = 2;
    static final int EXPENDITURE = 3;

    private static final int SECONDS_PER_MINUTE = 60;

    static RoadMessage report(int time, int vehicle, int speed, Place place) {
        return new RoadMessage(REPORT, time, vehicle, speed, place, 0, 0, 0);
    }

    static RoadMessage balance(int time, int vehicle, int query) {
        return new RoadMessage(BALANCE, time, vehicle, 0, null, query, 0, 0);
    }

    static RoadMessage expenditure(int time, int vehicle, int query, int expressway, int day) {
        return new RoadMessage(EXPENDITURE, time, vehicle, 0, null, query, expressway, day);
    }

    /** No other line has it. */
    String key() {
        return type == REPORT ? "v" + vehicle + "@" + time : "q" + query;
    }

    /** Number of the minute in which it was sent, from 1. */
    int minute() {
        return time / SECONDS_PER_MINUTE + 1;
    }

    /** Where the vehicle of a report is. */
    Place at() {
        if (place == null) {
            throw new IllegalStateException("Cannot tell place: it is no report, message=" + this);
        }
        return place;
    }

    Segment segment() {
        return new Segment(at().road(), at().segment());
    }

    /** What a question about a day is about. */
    PastDay pastDay() {
        return new PastDay(vehicle, day, expressway);
    }
}
