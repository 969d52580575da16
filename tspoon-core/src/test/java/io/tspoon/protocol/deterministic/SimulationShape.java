/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import java.util.SplittableRandom;

/**
 * One simulated t-graph and what happens to it.
 *
 * @param participants of all operators
 * @param window transactions in flight at each coordinator
 * @param transactions of each coordinator
 * @param roundSize transactions that a coordinator gathers before it sends them, on average
 * @param busyPercent share of steps at which a coordinator acts rather than a message arrives
 * @param clockSkew how far wall clocks are apart, in steps
 * @param slowPermille how often a channel becomes slow for a while
 * @param pausePercent how often a participant takes in a block without working on it
 * @param depth bound of speculation; 0 for the steered one
 * @param repairBudget runs after which a repair makes a pause
 */
record SimulationShape(
        SimulatedLoad load,
        int coordinators,
        int participants,
        int window,
        int transactions,
        int roundSize,
        int busyPercent,
        int clockSkew,
        int slowPermille,
        int pausePercent,
        int depth,
        int repairBudget) {

    private static final int UNBOUNDED = 1 << 20;

    /** Whether speculation has a bound. */
    boolean hasDepth() {
        return depth != UNBOUNDED;
    }

    static SimulationShape random(SplittableRandom random) {
        int coordinators = 1 + random.nextInt(3);
        int[] depths = {0, 0, 1, 2, UNBOUNDED};
        return new SimulationShape(
                random.nextInt(3) == 0 ? hot(random) : SimulatedLoad.random(random),
                coordinators,
                1 + random.nextInt(5),
                1 << random.nextInt(8),
                (10 + random.nextInt(110)) / coordinators,
                2 << random.nextInt(5),
                5 + random.nextInt(40),
                random.nextInt(3) * 100,
                random.nextInt(3) * 4,
                random.nextInt(3) * 30,
                depths[random.nextInt(depths.length)],
                1 << random.nextInt(9));
    }

    private static SimulatedLoad hot(SplittableRandom random) {
        return random.nextBoolean() ? SimulatedLoad.hotBank(random) : SimulatedLoad.hot(random);
    }

    /** Full windows on hot keys, where a third to half of the transactions abort. */
    static SimulationShape longAndHot(SplittableRandom random) {
        int coordinators = 1 + random.nextInt(3);
        return new SimulationShape(
                hot(random),
                coordinators,
                2 + random.nextInt(3),
                64 << random.nextInt(3),
                1_500 / coordinators,
                4 << random.nextInt(5),
                5 + random.nextInt(30),
                random.nextInt(2) * 100,
                random.nextInt(3) * 4,
                random.nextInt(3) * 30,
                random.nextInt(3) == 0 ? UNBOUNDED : 0,
                1 << random.nextInt(9));
    }
}
