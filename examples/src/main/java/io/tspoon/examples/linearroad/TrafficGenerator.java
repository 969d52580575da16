/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.io.Serializable;

/**
 * Makes up traffic in the order of time. Vehicles come in by an entry lane, drive for twenty
 * minutes and exit. Most of them pass a few miles in which all are slow. Some break down, and some
 * pairs have an accident. After every hundred reports comes a question.
 *
 * <p>A message depends only on its number and the seed, so it is the same if it is generated again
 * after a failure.
 */
final class TrafficGenerator implements GeneratorFunction<Long, String>, Serializable {
    private static final long serialVersionUID = 1L;

    private static final int REPORTS = 100;
    private static final int PERCENT = 100;

    /** Reports of a trip, one each 30 seconds. */
    private static final int TRIP = 40;

    /** Feet in 30 seconds at a mile an hour. */
    private static final int FEET = 44;

    private static final int JAM_SEGMENTS = 4;
    private static final int JAM_FIRST = 30;
    private static final int SHARE_OF_JAM = 70;
    private static final int SHARE_OF_ACCIDENTS = 6;
    private static final int SHARE_OF_BREAKDOWNS = 5;
    private static final int BALANCES_OF_QUESTIONS = 75;

    private final int expressways;
    private final int vehicles;
    private final long seed;

    /**
     * @param expressways number of expressways
     * @param vehicles on each expressway at a time
     */
    TrafficGenerator(int expressways, int vehicles, long seed) {
        this.expressways = expressways;
        this.vehicles = vehicles;
        this.seed = seed;
    }

    @Override
    public String map(Long number) {
        return LineParser.line(message(number));
    }

    /** The message of a number, from 0. */
    RoadMessage message(long number) {
        long hundred = number / (REPORTS + 1);
        int index = (int) (number % (REPORTS + 1));
        if (index < REPORTS) {
            return report(hundred * REPORTS + index);
        }
        Hash hash = new Hash(seed, -1, hundred);
        int time = report(hundred * REPORTS + REPORTS - 1).time();
        int vehicle = report(hundred * REPORTS + hash.below(REPORTS)).vehicle();
        int query = (int) hundred;
        return hash.below(PERCENT) < BALANCES_OF_QUESTIONS
                ? RoadMessage.balance(time, vehicle, query)
                : RoadMessage.expenditure(
                        time,
                        vehicle,
                        query,
                        hash.below(expressways),
                        1 + hash.below(PastDay.OLDEST));
    }

    private RoadMessage report(long number) {
        int all = expressways * vehicles;
        int driver = (int) (number % all);
        long turn = number / all;
        int time = (int) (turn * Trip.REPORTED_EVERY + (long) driver * Trip.REPORTED_EVERY / all);

        // Neighbours drive at the same time, and enter at the same place if they are to meet.
        int pair = driver / 2;
        long since = turn + new Hash(seed, pair, -1).below(TRIP);
        long trip = since / TRIP;
        int age = (int) (since % TRIP);
        // Each driver has two vehicles, so that each comes again after a pause.
        int vehicle = (int) (trip % 2) * all + driver;
        Hash common = new Hash(seed, pair, trip);
        boolean crashes = common.below(PERCENT) < SHARE_OF_ACCIDENTS;
        Road road = new Road(pair % expressways, common.below(2));
        Hash own = crashes ? common : new Hash(seed, driver + all, trip);
        return drive(time, vehicle, road, age, own, crashes);
    }

    private RoadMessage drive(
            int time, int vehicle, Road road, int age, Hash hash, boolean crashes) {
        int jam = JAM_FIRST + new Hash(seed, road.expressway(), -2 - road.direction()).below(40);
        boolean isInJam = hash.below(PERCENT) < SHARE_OF_JAM;
        int entry = isInJam ? jam - 1 - hash.below(4) : hash.below(70);
        int fast = 50 + hash.below(25);
        int slow = 15 + hash.below(20);
        boolean halts = crashes || hash.below(PERCENT) < SHARE_OF_BREAKDOWNS;
        int halt = halts ? 2 + hash.below(TRIP / 2) : TRIP;
        int resumes = halt + 5 + hash.below(8);
        int lane = 1 + hash.below(3);

        int feet = entry * Road.SEGMENT_FEET + hash.below(Road.SEGMENT_FEET / 2);
        int speed = fast;
        for (int i = 0; i <= age; i++) {
            int segment = feet / Road.SEGMENT_FEET;
            boolean isSlow = isInJam && segment >= jam && segment < jam + JAM_SEGMENTS;
            speed = i > halt && i < resumes ? 0 : isSlow ? slow : fast;
            feet += i == 0 ? 0 : speed * FEET;
        }
        int end = Road.SEGMENTS * Road.SEGMENT_FEET - 1;
        return RoadMessage.report(
                time,
                vehicle,
                speed,
                new Place(
                        road,
                        age == 0 ? Place.ENTRY_LANE : age == TRIP - 1 ? Place.EXIT_LANE : lane,
                        road.direction() == Road.EAST ? feet : end - feet));
    }

    /** Numbers that look random, always the same ones. */
    private static final class Hash {
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;
        private long state;

        Hash(long seed, long first, long second) {
            state = mix(mix(seed * GOLDEN + first) + second);
        }

        int below(int bound) {
            state += GOLDEN;
            return (int) Long.remainderUnsigned(mix(state), bound);
        }

        private static long mix(long value) {
            long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            return mixed ^ (mixed >>> 31);
        }
    }
}
