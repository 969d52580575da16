/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.transaction.ValueAccess;

import java.util.Arrays;
import java.util.Objects;

/**
 * What a report does to each of the four states of Linear Road, over the value of one key: the
 * rules of <a href="https://doi.org/10.1016/B978-012088469-8.50044-9">Arasu et al., VLDB 2004</a>,
 * as the example {@code linear-road} explains them. Its traffic breaks none of them, so nothing
 * aborts. A question writes what it finds.
 */
final class RoadRules {
    /** A vehicle before its first report; see {@link #trip}. */
    static final long NO_TRIP = -1;

    private static final int STOPPED = 4;
    private static final int PERIOD = 30;

    /** Bits of a trip. */
    private static final int PLACE_BITS = 30;

    private static final int SPEED_BITS = 7;
    private static final int EQUAL_BITS = 3;

    /** Bits of an account's cents that are due. */
    private static final int DUE_BITS = 24;

    /** Bits of a minute: how many vehicles, and twice the sum of their speeds. */
    private static final int VEHICLE_BITS = 14;

    private static final int HALVES_BITS = 22;
    private static final int WINDOW = 5;
    private static final int LATEST = WINDOW;
    private static final int SUMMARY = WINDOW + 1;

    private static final int REACH = 4;
    private static final int FAST = 40;
    private static final int FEW = 50;

    /** Bits of a halt and of an accident, which is negative. */
    private static final int VEHICLE_ID_BITS = 30;

    private static final int MINUTE_BITS = 16;
    private static final long NEVER = mask(MINUTE_BITS);

    private RoadRules() {}

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }

    // ------------------------------------------------------------------ trips

    /** Time, place, speed, and how many reports in a row were from there. */
    private static long trip(RoadStep report, int equal) {
        long trip = ((long) report.time() << PLACE_BITS) | report.place();
        return (((trip << SPEED_BITS) | report.speed()) << EQUAL_BITS) | equal;
    }

    /** Where a vehicle comes from: whether the segment is another one, and whether it stands. */
    static RoadStep follow(ValueAccess<Long> trips, RoadStep report) {
        long trip = Objects.requireNonNull(trips.get());
        if (report.isQuestion()) {
            trips.set(trip);
            return report;
        }
        int equal = (int) (trip & mask(EQUAL_BITS));
        long place = (trip >> (EQUAL_BITS + SPEED_BITS)) & mask(PLACE_BITS);
        int time = (int) (trip >> (EQUAL_BITS + SPEED_BITS + PLACE_BITS));
        int speed = (int) ((trip >> EQUAL_BITS) & mask(SPEED_BITS));
        boolean isKnown = trip != NO_TRIP;
        boolean goesOn =
                isKnown
                        && report.time() < time + 2 * PERIOD
                        && RoadStep.laneOf(place) != RoadStep.EXIT_LANE;
        boolean isThere = goesOn && place == report.place();
        int now = isThere ? Math.min(equal + 1, STOPPED) : 1;
        trips.set(trip(report, now));

        boolean isElsewhere = !goesOn || RoadStep.segmentOf(place) != report.segment();
        int marks = 0;
        if (isElsewhere && report.lane() != RoadStep.EXIT_LANE) {
            marks |= RoadStep.ENTERS;
        }
        if (isElsewhere && goesOn) {
            marks |= RoadStep.LEAVES;
        }
        boolean hadStopped = isKnown && equal == STOPPED && RoadStep.isOnTravelLane(place);
        boolean hasStopped = now == STOPPED && RoadStep.isOnTravelLane(report.place());
        if (hasStopped && !hadStopped) {
            marks |= RoadStep.STOPS;
        }
        if (hadStopped && !hasStopped) {
            marks |= RoadStep.FREES;
        }
        boolean isAgain =
                isKnown
                        && time / 60 + 1 == report.minute()
                        && RoadStep.segmentOf(place) == report.segment();
        return report.with(marks, isAgain ? speed : RoadStep.NONE);
    }

    // ------------------------------------------------------------------ accidents

    /** What is known of accidents on the road, which those who have stopped or go on change. */
    static RoadStep warn(ValueAccess<Longs> roads, RoadStep step) {
        Longs road = Objects.requireNonNull(roads.get());
        if (step.isQuestion()) {
            roads.set(road);
            return step;
        }
        if (step.is(RoadStep.FREES)) {
            road = freed(road, step);
            roads.set(road);
        }
        if (step.is(RoadStep.STOPS)) {
            road = stopped(road, step);
            roads.set(road);
        }
        boolean warned = step.is(RoadStep.ENTERS) && isAhead(road, step);
        return step.with(warned ? RoadStep.ACCIDENT : 0, step.figure());
    }

    private static long halt(int vehicle, long place) {
        return (place << VEHICLE_ID_BITS) | vehicle;
    }

    private static long accident(long place, int begun, long cleared) {
        return Long.MIN_VALUE
                | (place << (2 * MINUTE_BITS))
                | ((long) begun << MINUTE_BITS)
                | cleared;
    }

    private static long placeOf(long accident) {
        return (accident & Long.MAX_VALUE) >> (2 * MINUTE_BITS);
    }

    private static int begun(long accident) {
        return (int) ((accident >> MINUTE_BITS) & mask(MINUTE_BITS));
    }

    private static long cleared(long accident) {
        return accident & NEVER;
    }

    private static Longs stopped(Longs road, RoadStep step) {
        long place = step.place();
        long[] next =
                Arrays.stream(road.all())
                        .filter(
                                one ->
                                        one >= 0
                                                || cleared(one) == NEVER
                                                || cleared(one) >= step.minute() - 1)
                        .toArray();
        next = Arrays.copyOf(next, next.length + 1);
        next[next.length - 1] = halt(step.vehicle(), place);
        boolean isKnown =
                Arrays.stream(next)
                        .anyMatch(one -> one < 0 && cleared(one) == NEVER && placeOf(one) == place);
        if (!isKnown && standing(next, place) > 1) {
            next = Arrays.copyOf(next, next.length + 1);
            next[next.length - 1] = accident(place, step.minute(), NEVER);
        }
        return new Longs(next);
    }

    private static Longs freed(Longs road, RoadStep step) {
        long left =
                Arrays.stream(road.all())
                        .filter(one -> one >= 0 && (one & mask(VEHICLE_ID_BITS)) == step.vehicle())
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "Cannot free vehicle: it has stopped on another"
                                                        + " road, report="
                                                        + step));
        long place = left >> VEHICLE_ID_BITS;
        long[] next = Arrays.stream(road.all()).filter(one -> one != left).toArray();
        if (standing(next, place) < 2) {
            for (int i = 0; i < next.length; i++) {
                if (next[i] < 0 && cleared(next[i]) == NEVER && placeOf(next[i]) == place) {
                    next[i] = accident(place, begun(next[i]), step.minute());
                }
            }
        }
        return new Longs(next);
    }

    private static long standing(long[] road, long place) {
        return Arrays.stream(road)
                .filter(one -> one >= 0 && one >> VEHICLE_ID_BITS == place)
                .count();
    }

    private static boolean isAhead(Longs road, RoadStep step) {
        int minute = step.minute();
        for (long one : road.all()) {
            if (one < 0 && begun(one) < minute && minute <= cleared(one)) {
                int miles = RoadStep.segmentOf(placeOf(one)) - step.segment();
                int ahead = step.road() % 2 == 0 ? miles : -miles;
                if (ahead >= 0 && ahead <= REACH) {
                    return true;
                }
            }
        }
        return false;
    }

    // ------------------------------------------------------------------ segments

    /** Counts the report in the windows of its segment, and makes the toll. */
    static RoadStep assess(ValueAccess<Longs> segments, RoadStep step) {
        Longs segment = Objects.requireNonNull(segments.get());
        if (step.isQuestion()) {
            segments.set(segment);
            return step;
        }
        long[] next = in(segment.all(), step.minute());
        long latest = next[LATEST];
        next[LATEST] =
                step.figure() == RoadStep.NONE
                        ? latest + (1L << HALVES_BITS) + 2L * step.speed()
                        : latest + step.speed() - step.figure();
        segments.set(new Longs(next));
        if (!step.is(RoadStep.ENTERS)) {
            return step;
        }
        int vehicles = (int) (next[SUMMARY] >> SPEED_BITS);
        int velocity = (int) (next[SUMMARY] & mask(SPEED_BITS));
        boolean isFree = step.is(RoadStep.ACCIDENT) || velocity >= FAST || vehicles <= FEW;
        int cents = isFree ? 0 : 2 * (vehicles - FEW) * (vehicles - FEW);
        return step.with(0, cents, velocity);
    }

    private static int number(long minute) {
        return (int) (minute >> (HALVES_BITS + VEHICLE_BITS));
    }

    private static int vehicles(long minute) {
        return (int) ((minute >> HALVES_BITS) & mask(VEHICLE_BITS));
    }

    /** The windows as they are in a minute, to be changed: five minutes, that one, a summary. */
    private static long[] in(long[] present, int minute) {
        if (present.length > 0 && number(present[LATEST]) == minute) {
            return present.clone();
        }
        long[] next = new long[SUMMARY + 1];
        next[LATEST] = (long) minute << (HALVES_BITS + VEHICLE_BITS);
        if (present.length > 0) {
            System.arraycopy(present, 1, next, 0, WINDOW);
        }
        double sum = 0;
        int minutes = 0;
        for (int i = 0; i < WINDOW; i++) {
            if (vehicles(next[i]) > 0 && number(next[i]) >= minute - WINDOW) {
                sum += (next[i] & mask(HALVES_BITS)) / 2.0 / vehicles(next[i]);
                minutes++;
            }
        }
        long before = next[WINDOW - 1];
        long vehicles = number(before) == minute - 1 ? vehicles(before) : 0;
        next[SUMMARY] = (vehicles << SPEED_BITS) | (minutes == 0 ? 0 : (long) (sum / minutes));
        return next;
    }

    // ------------------------------------------------------------------ accounts

    /** What is due is paid by who leaves; the new toll is due from now on. */
    static Answer enter(ValueAccess<Long> accounts, RoadStep step) {
        long account = Objects.requireNonNull(accounts.get());
        if (step.isQuestion()) {
            accounts.set(account);
            return step.nothing();
        }
        long due = account & mask(DUE_BITS);
        long paid = (account >> DUE_BITS) + (step.is(RoadStep.LEAVES) ? due : 0);
        boolean enters = step.is(RoadStep.ENTERS);
        accounts.set((paid << DUE_BITS) | (enters ? step.figure() : 0));
        return enters ? step.notice() : step.nothing();
    }
}
