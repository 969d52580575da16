/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.SplittableRandom;

/**
 * One simulated t-graph and what happens to it.
 *
 * @param coordinators number of coordinators, and of instances of each operator
 * @param window transactions in flight at each coordinator
 * @param transactions input elements of each coordinator
 * @param busyPercent share of steps at which a coordinator acts rather than a message arrives
 * @param clockSkewMs how far wall clocks are apart
 * @param slowPermille how often a channel becomes slow for a while
 */
record SimulationParameters(
        Graph graph,
        Load load,
        int coordinators,
        int window,
        int transactions,
        int busyPercent,
        int clockSkewMs,
        int slowPermille) {

    static SimulationParameters random(SplittableRandom random) {
        Graph[] graphs = Graph.values();
        int coordinators = 1 + random.nextInt(3);
        int[] skews = {0, 2, 50, 100_000};
        return new SimulationParameters(
                graphs[random.nextInt(graphs.length)],
                Load.random(random),
                coordinators,
                1 << random.nextInt(7),
                10 + random.nextInt(80) / coordinators,
                5 + random.nextInt(40),
                skews[random.nextInt(skews.length)],
                random.nextInt(3) * 3);
    }

    int participants() {
        return graph.operators() * coordinators;
    }

    /** The index of the participant that owns the key. */
    int participantOf(Location location) {
        return location.operator() * coordinators + location.key() % coordinators;
    }
}
