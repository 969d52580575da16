/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import java.util.ArrayList;
import java.util.List;

/** The vehicles that have stopped on a road, and the accidents. Immutable. */
public record Accidents(List<Halt> halts, List<Accident> accidents) {
    static final Accidents NONE = new Accidents(List.of(), List.of());

    /** An accident counts in so many segments before its own, and in that. */
    private static final int REACH = 4;

    /** An accident is kept so many minutes after it has been cleared. */
    private static final int KEPT = 5;

    /** The road after another vehicle has stopped. */
    Accidents stopped(int vehicle, Place place, int minute) {
        List<Halt> next = new ArrayList<>(halts);
        next.add(new Halt(vehicle, place));
        List<Accident> known = new ArrayList<>(accidents);
        known.removeIf(accident -> accident.isCleared() && accident.cleared() < minute - KEPT);
        boolean isKnown =
                known.stream().anyMatch(one -> !one.isCleared() && one.place().equals(place));
        if (!isKnown && count(next, place) > 1) {
            known.add(new Accident(place, minute, Accident.NEVER));
        }
        return new Accidents(next, known);
    }

    /** The road after a vehicle that had stopped is there no more. */
    Accidents freed(int vehicle, Place place, int minute) {
        List<Halt> next = new ArrayList<>(halts);
        next.remove(new Halt(vehicle, place));
        List<Accident> known = new ArrayList<>(accidents);
        if (count(next, place) < 2) {
            known.replaceAll(
                    one ->
                            !one.isCleared() && one.place().equals(place)
                                    ? new Accident(place, one.begun(), minute)
                                    : one);
        }
        return new Accidents(next, known);
    }

    /** Segment of the nearest accident that a vehicle there must know of, or none. */
    int ahead(Segment segment, int minute) {
        for (int i = 0; i <= REACH; i++) {
            int number = segment.road().ahead(segment.number(), i);
            if (accidents.stream()
                    .anyMatch(one -> one.place().segment() == number && one.isKnownIn(minute))) {
                return number;
            }
        }
        return Step.NONE;
    }

    private static long count(List<Halt> halts, Place place) {
        return halts.stream().filter(halt -> halt.place().equals(place)).count();
    }
}
