/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of Linear Road once more, as the paper defines them, over plain collections: it keeps
 * the reports themselves, and works everything out of them when it is asked. The names are the
 * paper's (Arasu et al., VLDB 2004). It shares no rule with the t-graph, which is compared with it.
 *
 * <p>Messages must come in the order of time. Used by one thread.
 */
final class SerialRoad {
    /** How many minutes LAV looks back. */
    private static final int LAV_MINUTES = 5;

    private static final int STOP_REPORTS = 4;
    private static final int PERIOD_SECONDS = 30;
    private static final int DOWNSTREAM = 4;

    /** The last reports of each vehicle on its trip of now, the latest first. */
    private final Map<Integer, Deque<RoadMessage>> last = new HashMap<>();

    /** Speeds by segment, minute and vehicle. */
    private final Map<Segment, TreeMap<Integer, Map<Integer, List<Integer>>>> speeds =
            new HashMap<>();

    /** What {@link #lav} said: a minute before does not change any more. */
    private final Map<Segment, Map<Integer, Integer>> lavs = new HashMap<>();

    private final Map<Place, Set<Integer>> stopped = new HashMap<>();
    private final List<Crash> crashes = new ArrayList<>();
    private final Map<Integer, Long> offered = new HashMap<>();
    private final Map<Integer, Long> paid = new HashMap<>();
    private int time;

    /**
     * What must come of a message.
     *
     * @param refusal rule that it breaks; empty if it breaks none
     * @param answer null if there is none
     */
    record Outcome(String refusal, @Nullable Answer answer) {}

    /** An accident from its first minute to that in which it was cleared. */
    private static final class Crash {
        private final Place place;
        private final int first;
        private @Nullable Integer cleared;

        Crash(Place place, int first) {
            this.place = place;
            this.first = first;
        }
    }

    /**
     * Executes a message after all those before it.
     *
     * @throws IllegalArgumentException if its time is before that of the last message
     */
    Outcome execute(RoadMessage message) {
        if (message.time() < time) {
            throw new IllegalArgumentException(
                    "Cannot execute message: time goes back, last="
                            + time
                            + ", message="
                            + message);
        }
        time = message.time();
        return switch (message.type()) {
            case RoadMessage.REPORT -> report(message);
            case RoadMessage.BALANCE ->
                    answered(
                            Answer.of(
                                    new Balance(
                                            message.query(),
                                            time,
                                            message.vehicle(),
                                            paid.getOrDefault(message.vehicle(), 0L))));
            default ->
                    answered(
                            Answer.of(
                                    new Expenditure(
                                            message.query(),
                                            time,
                                            message.vehicle(),
                                            message.day(),
                                            message.expressway(),
                                            message.pastDay().cents())));
        };
    }

    private static Outcome answered(@Nullable Answer answer) {
        return new Outcome("", answer);
    }

    private Outcome report(RoadMessage report) {
        Deque<RoadMessage> before =
                last.computeIfAbsent(report.vehicle(), vehicle -> new ArrayDeque<>());
        RoadMessage previous = before.peekFirst();
        if (previous != null && time - previous.time() < PERIOD_SECONDS) {
            return new Outcome(LinearRoadGraph.EARLY, null);
        }
        move(report, before);
        TreeMap<Integer, Map<Integer, List<Integer>>> minutes =
                speeds.computeIfAbsent(report.segment(), segment -> new TreeMap<>());
        minutes.headMap(report.minute() - LAV_MINUTES).clear();
        minutes.computeIfAbsent(report.minute(), minute -> new LinkedHashMap<>())
                .computeIfAbsent(report.vehicle(), vehicle -> new ArrayList<>())
                .add(report.speed());

        boolean exits = report.at().lane() == Place.EXIT_LANE;
        RoadMessage from = before.size() > 1 ? new ArrayList<>(before).get(1) : null;
        if (from != null && from.segment().equals(report.segment())) {
            return answered(null);
        }
        Long due = offered.remove(report.vehicle());
        if (from != null && due != null) {
            paid.merge(report.vehicle(), due, Long::sum);
        }
        return answered(exits ? null : notified(report));
    }

    /** Stops and accidents after a report. */
    private void move(RoadMessage report, Deque<RoadMessage> before) {
        Place halt = stop(before);
        RoadMessage previous = before.peekFirst();
        if (previous != null
                && (time - previous.time() >= 2 * PERIOD_SECONDS
                        || previous.at().lane() == Place.EXIT_LANE)) {
            before.clear();
        }
        before.addFirst(report);
        while (before.size() > STOP_REPORTS) {
            before.removeLast();
        }
        Place now = stop(before);
        if (halt != null && !halt.equals(now)) {
            Set<Integer> left = Objects.requireNonNull(stopped.get(halt));
            left.remove(report.vehicle());
            if (left.size() == 1) {
                crash(halt).cleared = report.minute();
            }
        }
        if (now != null && !now.equals(halt)) {
            Set<Integer> there = stopped.computeIfAbsent(now, place -> new HashSet<>());
            there.add(report.vehicle());
            if (there.size() == 2) {
                crashes.removeIf(crash -> crash.cleared != null && crash.cleared < report.minute());
                crashes.add(new Crash(now, report.minute()));
            }
        }
    }

    /** Stop(v, t): where the last four reports are from, if that is one place on a travel lane. */
    private static @Nullable Place stop(Deque<RoadMessage> reports) {
        if (reports.size() < STOP_REPORTS) {
            return null;
        }
        Place place = reports.getFirst().at();
        boolean isOne = reports.stream().allMatch(report -> report.at().equals(place));
        return isOne && place.lane() >= 1 && place.lane() <= 3 ? place : null;
    }

    private Crash crash(Place place) {
        return crashes.stream()
                .filter(crash -> crash.place.equals(place) && crash.cleared == null)
                .findFirst()
                .orElseThrow();
    }

    /** The toll of the segment that the vehicle has come into, and the accident ahead. */
    private Answer notified(RoadMessage report) {
        Segment segment = report.segment();
        int minute = report.minute();
        int velocity =
                lavs.computeIfAbsent(segment, one -> new HashMap<>())
                        .computeIfAbsent(minute, one -> lav(segment, minute));
        int vehicles = vehicles(segment, minute - 1).size();
        Integer accident = accident(segment, minute);
        long cents = 0;
        if (velocity < 40 && vehicles > 50 && accident == null) {
            cents = Math.round(2 * Math.pow(vehicles - 50, 2));
        }
        offered.put(report.vehicle(), cents);
        Road road = segment.road();
        Alert alert =
                accident == null
                        ? null
                        : new Alert(
                                report.vehicle(),
                                time,
                                road.expressway(),
                                road.direction(),
                                accident);
        return Answer.of(new Toll(report.vehicle(), time, velocity, cents), alert);
    }

    /** Cars(m, s): speeds of each vehicle that has reported from the segment in the minute. */
    private Map<Integer, List<Integer>> vehicles(Segment segment, int minute) {
        TreeMap<Integer, Map<Integer, List<Integer>>> minutes = speeds.get(segment);
        return minutes == null ? Map.of() : minutes.getOrDefault(minute, Map.of());
    }

    /** Lav(m, s): average of Avgs over the five minutes before, without its fraction. */
    private int lav(Segment segment, int minute) {
        Ratio sum = Ratio.ZERO;
        int minutes = 0;
        for (int before = minute - LAV_MINUTES; before < minute; before++) {
            Map<Integer, List<Integer>> cars = vehicles(segment, before);
            if (!cars.isEmpty()) {
                minutes++;
                sum = sum.plus(avgs(cars));
            }
        }
        return minutes == 0 ? 0 : sum.by(minutes).floor();
    }

    /** Avgs(m, s): the average of Avgsv, of the average speeds of each vehicle. */
    private static Ratio avgs(Map<Integer, List<Integer>> cars) {
        Ratio sum = Ratio.ZERO;
        for (List<Integer> car : cars.values()) {
            int total = car.stream().mapToInt(Integer::intValue).sum();
            sum = sum.plus(new Ratio(BigInteger.valueOf(total), BigInteger.ONE).by(car.size()));
        }
        return sum.by(cars.size());
    }

    /** The nearest segment, from this one on, whose accident a vehicle must know of. */
    private @Nullable Integer accident(Segment segment, int minute) {
        int step = segment.road().direction() == Road.EAST ? 1 : -1;
        for (int i = 0; i <= DOWNSTREAM; i++) {
            int number = segment.number() + i * step;
            for (Crash crash : crashes) {
                boolean isThere =
                        crash.place.road().equals(segment.road())
                                && crash.place.segment() == number;
                Integer cleared = crash.cleared;
                if (isThere && crash.first < minute && (cleared == null || minute <= cleared)) {
                    return number;
                }
            }
        }
        return null;
    }

    /** An exact fraction. */
    private record Ratio(BigInteger above, BigInteger below) {
        static final Ratio ZERO = new Ratio(BigInteger.ZERO, BigInteger.ONE);

        Ratio plus(Ratio other) {
            return reduced(
                    above.multiply(other.below).add(other.above.multiply(below)),
                    below.multiply(other.below));
        }

        Ratio by(int divisor) {
            return reduced(above, below.multiply(BigInteger.valueOf(divisor)));
        }

        int floor() {
            return above.divide(below).intValueExact();
        }

        private static Ratio reduced(BigInteger above, BigInteger below) {
            BigInteger common = above.gcd(below);
            return new Ratio(above.divide(common), below.divide(common));
        }
    }
}
