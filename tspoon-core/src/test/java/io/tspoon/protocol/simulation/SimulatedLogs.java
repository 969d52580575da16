/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The write-ahead logs of all coordinators, each durable up to some record.
 *
 * <p>A crash may keep any part of what is not durable of each log, from its beginning on. So
 * whatever a crash leaves is whole, with all that it depends on, exactly if this holds of each
 * record when it is appended: the writers of what its transaction has read are in the same log
 * before it, or are durable in another one. That is checked for each, so every crash is. At PL4
 * also what the coordinator has begun before it is in the log.
 */
final class SimulatedLogs {
    private record Place(int coordinator, int position) {}

    private final Journal journal;
    private final Map<Long, Place> places = new HashMap<>();
    private final List<Integer> appended = new ArrayList<>();
    private final List<Integer> durable = new ArrayList<>();
    private final boolean ordered;

    /** By coordinator, at PL4: what it has sent and not appended. */
    private final List<ArrayDeque<Long>> begun = new ArrayList<>();

    SimulatedLogs(SimulationParameters parameters, Journal journal) {
        this.journal = journal;
        this.ordered = parameters.isOrdered();
        for (int i = 0; i < parameters.coordinators(); i++) {
            appended.add(0);
            durable.add(0);
            begun.add(new ArrayDeque<>());
        }
    }

    /** An attempt is sent. */
    void begun(int coordinator, long timestamp) {
        if (ordered) {
            begun.get(coordinator).add(timestamp);
        }
    }

    /** The outcome of an attempt is appended. */
    void append(int coordinator, long timestamp) {
        int position = appended.get(coordinator) + 1;
        appended.set(coordinator, position);
        if (ordered) {
            long next = begun.get(coordinator).remove();
            check(timestamp == next, "a crash may keep it without one before it", timestamp, next);
        }
        for (long writer : journal.writersSeenBy(timestamp)) {
            Place place = places.get(writer);
            boolean survives =
                    writer == timestamp
                            || place != null
                                    && (place.coordinator() == coordinator || isDurable(place));
            check(survives, "a crash may keep it without what it has read", timestamp, writer);
        }
        places.put(timestamp, new Place(coordinator, position));
    }

    /** What is appended up to now has this ticket. */
    int ticket(int coordinator) {
        return appended.get(coordinator);
    }

    int durable(int coordinator) {
        return durable.get(coordinator);
    }

    boolean isAllDurable(int coordinator) {
        return appended.get(coordinator).equals(durable.get(coordinator));
    }

    /** More of the log is durable. */
    void flush(int coordinator, SplittableRandom random) {
        int most = appended.get(coordinator);
        durable.set(coordinator, random.nextInt(durable.get(coordinator), most) + 1);
    }

    /** Somebody outside sees what the attempt has done. */
    void shown(long timestamp) {
        Place place = places.get(timestamp);
        check(place != null && isDurable(place), "shown before it is durable", timestamp, 0);
    }

    private boolean isDurable(Place place) {
        return place.position() <= durable.get(place.coordinator());
    }

    private static void check(boolean holds, String breach, long timestamp, long other) {
        if (!holds) {
            throw new AssertionError(breach + ", timestamp=" + timestamp + ", other=" + other);
        }
    }
}
