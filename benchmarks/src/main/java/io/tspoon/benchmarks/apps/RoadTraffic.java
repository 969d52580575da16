/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.io.Serializable;

/**
 * Made-up traffic in the order of time. Vehicles come in, drive for twenty minutes and exit; most
 * of them pass some slow miles; some break down, and some pairs of them have an accident. A report
 * depends on its number alone.
 *
 * @param expressways number of expressways
 * @param drivers on all of them at a time; each has two vehicles, which take turns
 */
record RoadTraffic(int expressways, int drivers) implements Serializable {
    private static final int PERIOD = 30;
    private static final int TRIP = 40;
    private static final int FEET = 44;
    private static final int SEGMENT_FEET = 5_280;
    private static final int JAM = 4;
    private static final int PERCENT = 100;
    private static final int IN_JAM = 70;
    private static final int CRASH = 6;
    private static final int BREAK_DOWN = 5;

    /** Inputs of other rounds are apart by more. */
    private static final long NUMBERS = 1L << 40;

    /** Of both vehicles of each driver. */
    int vehicles() {
        return 2 * drivers;
    }

    /** On which a vehicle drives, always the same one. */
    int expressway(int vehicle) {
        return vehicle % drivers / 2 % expressways;
    }

    RoadStep report(Tick tick) {
        long seed = tick.number() / NUMBERS;
        long number = tick.number() % NUMBERS;
        int driver = (int) (number % drivers);
        long turn = number / drivers;
        int time = (int) (turn * PERIOD + (long) driver * PERIOD / drivers);
        int pair = driver / 2;
        long since = turn + new Chance(seed, pair, -1).below(TRIP);
        long trip = since / TRIP;
        Chance common = new Chance(seed, pair, trip);
        boolean crashes = common.below(PERCENT) < CRASH;
        int road = expressway(driver) * 2 + common.below(2);
        Chance own = crashes ? common : new Chance(seed, drivers + (long) driver, trip);
        int vehicle = (int) (trip % 2) * drivers + driver;
        return drive(vehicle, time, road, (int) (since % TRIP), own, crashes, tick.start());
    }

    private static RoadStep drive(
            int vehicle, int time, int road, int age, Chance chance, boolean crashes, long start) {
        int jam = 30 + new Chance(0, road, -2).below(40);
        boolean isInJam = chance.below(PERCENT) < IN_JAM;
        int entry = isInJam ? jam - 1 - chance.below(4) : chance.below(70);
        int fast = 50 + chance.below(25);
        int slow = 15 + chance.below(20);
        boolean halts = crashes || chance.below(PERCENT) < BREAK_DOWN;
        int halt = halts ? 2 + chance.below(TRIP / 2) : TRIP;
        int resumes = halt + 5 + chance.below(8);
        int lane = 1 + chance.below(3);
        int feet = entry * SEGMENT_FEET + chance.below(SEGMENT_FEET / 2);
        int speed = fast;
        for (int i = 1; i <= age; i++) {
            int mile = feet / SEGMENT_FEET;
            boolean isSlow = isInJam && mile >= jam && mile < jam + JAM;
            speed = i > halt && i < resumes ? 0 : isSlow ? slow : fast;
            feet += speed * FEET;
        }
        int at = road % 2 == 0 ? feet : RoadStep.SEGMENTS * SEGMENT_FEET - 1 - feet;
        int shown = age == 0 ? 0 : age == TRIP - 1 ? RoadStep.EXIT_LANE : lane;
        return new RoadStep(vehicle, time, road, shown, at, speed, 0, RoadStep.NONE, 0, start);
    }

    /** Numbers that look random, always the same ones. */
    private static final class Chance {
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;
        private long state;

        Chance(long seed, long first, long second) {
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
