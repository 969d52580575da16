/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Breaks one rule of ADR 0033 at a time: the simulation must notice soon. That the sound rules pass
 * is what {@link ChainSimulationTest} shows.
 */
class PlantedFaultsTest {
    private static final int SEEDS = 600;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isNoticed(Plant plant) {
        assertThat(IntStream.range(0, SEEDS).anyMatch(seed -> isNoticed(seed, plant)))
                .as("noticed within seeds=%d", SEEDS)
                .isTrue();
    }

    private static boolean isNoticed(long seed, Plant plant) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulationShape shape = plant.shape(random);
        if (!shape.hasDepth()) {
            return false; // takes long before it can be told from a run without progress
        }
        ChainSimulation simulation = new ChainSimulation(random.nextLong(), shape, plant);
        try {
            simulation.run();
            simulation.judge();
            return false;
        } catch (RuntimeException | AssertionError e) {
            return true;
        }
    }
}
