/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.messages.Message;

import org.apache.flink.api.common.functions.MapFunction;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Parses lines as the benchmark has them: 15 numbers with commas between them. A malformed line is
 * passed on too, so that it gets a result.
 */
final class LineParser implements MapFunction<Message, Incoming> {
    private static final long serialVersionUID = 1L;

    private static final int COLUMNS = 15;
    private static final int TIME = 1;
    private static final int VEHICLE = 2;
    private static final int SPEED = 3;
    private static final int EXPRESSWAY = 4;
    private static final int LANE = 5;
    private static final int DIRECTION = 6;
    private static final int SEGMENT = 7;
    private static final int POSITION = 8;
    private static final int QUERY = 9;
    private static final int DAY = 14;

    /** A number that is not this line's. */
    private static final int NONE = -1;

    @Override
    public Incoming map(Message line) {
        return parse(line);
    }

    static Incoming parse(Message line) {
        try {
            if (!line.problem().isEmpty()) {
                throw new IllegalArgumentException(line.problem());
            }
            RoadMessage message = message(numbers(line.text()));
            return new Incoming(message.key(), message, "");
        } catch (IllegalArgumentException e) {
            return new Incoming(line.origin(), null, String.valueOf(e.getMessage()));
        }
    }

    /** The line of a report. */
    static String line(RoadMessage message) {
        int[] columns = new int[COLUMNS];
        Arrays.fill(columns, NONE);
        columns[0] = message.type();
        columns[TIME] = message.time();
        columns[VEHICLE] = message.vehicle();
        switch (message.type()) {
            case RoadMessage.REPORT -> {
                Place at = message.at();
                columns[SPEED] = message.speed();
                columns[EXPRESSWAY] = at.road().expressway();
                columns[LANE] = at.lane();
                columns[DIRECTION] = at.road().direction();
                columns[SEGMENT] = at.segment();
                columns[POSITION] = at.position();
            }
            case RoadMessage.BALANCE -> columns[QUERY] = message.query();
            default -> {
                columns[QUERY] = message.query();
                columns[EXPRESSWAY] = message.expressway();
                columns[DAY] = message.day();
            }
        }
        return Arrays.stream(columns).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static int[] numbers(String text) {
        String[] columns = text.split(",", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(
                    "there are not 15 columns, columns=" + columns.length);
        }
        int[] numbers = new int[COLUMNS];
        for (int i = 0; i < COLUMNS; i++) {
            try {
                numbers[i] = Integer.parseInt(columns[i].strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "column " + (i + 1) + " is no number: " + columns[i], e);
            }
        }
        return numbers;
    }

    private static RoadMessage message(int[] line) {
        int time = from0("time", line[TIME]);
        int vehicle = from0("vehicle", line[VEHICLE]);
        return switch (line[0]) {
            case RoadMessage.REPORT ->
                    RoadMessage.report(time, vehicle, from0("speed", line[SPEED]), place(line));
            case RoadMessage.BALANCE ->
                    RoadMessage.balance(time, vehicle, from0("query", line[QUERY]));
            case RoadMessage.EXPENDITURE ->
                    RoadMessage.expenditure(
                            time,
                            vehicle,
                            from0("query", line[QUERY]),
                            from0("expressway", line[EXPRESSWAY]),
                            within("day", 1, line[DAY], PastDay.OLDEST));
            default ->
                    throw new IllegalArgumentException(
                            "it is neither a report nor a question that has an answer here, type="
                                    + line[0]);
        };
    }

    private static Place place(int[] line) {
        Road road =
                new Road(
                        from0("expressway", line[EXPRESSWAY]),
                        within("direction", Road.EAST, line[DIRECTION], Road.WEST));
        int lane = within("lane", Place.ENTRY_LANE, line[LANE], Place.EXIT_LANE);
        int last = Road.SEGMENTS * Road.SEGMENT_FEET - 1;
        Place place = new Place(road, lane, within("position", 0, line[POSITION], last));
        if (place.segment() != line[SEGMENT]) {
            throw new IllegalArgumentException(
                    "the position is in another segment, position="
                            + line[POSITION]
                            + ", segment="
                            + line[SEGMENT]);
        }
        return place;
    }

    private static int from0(String name, int value) {
        return within(name, 0, value, Integer.MAX_VALUE);
    }

    private static int within(String name, int least, int value, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is out of bounds, " + name + "=" + value);
        }
        return value;
    }
}
