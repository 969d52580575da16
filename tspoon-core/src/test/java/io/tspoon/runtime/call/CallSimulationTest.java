/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Callers, checkpoints and crashes in any order: every answer is the first outcome, and each call
 * takes effect once if it has committed. Each planted fault is found.
 */
class CallSimulationTest {
    private static final int SEEDS = 300;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyCallHasOneOutcomeAndTakesEffectOnce(boolean logged) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(new CallSimulation(seed, logged, CallFault.NONE).run())
                    .as("seed %s", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void plantedFaultIsFound(CallFault fault) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (boolean logged : List.of(true, false)) {
                if (!new CallSimulation(seed, logged, fault).run().isEmpty()) {
                    return;
                }
            }
        }
        fail("not found: " + fault);
    }
}
