/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.read.KeyOwner;
import io.tspoon.runtime.plan.Owners;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class KeyGroupRouterTest {
    private static final int KEYS = 1_000;
    private static final int HIGHEST_PARALLELISM = 128;

    private final List<Object> keys = new ArrayList<>();

    KeyGroupRouterTest() {
        for (int i = 0; i < KEYS; i++) {
            keys.add(-i);
            keys.add(i * 0x1_0000_0001L);
            keys.add("key " + i);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "128, 1", "128, 3", "128, 128", "90, 7", "32768, 2", "32767, 5"})
    void ownersAreThoseOfFlink(int maxParallelism, int parallelism) {
        assertThat(ownersOf(KeyGroupRouter.owners(maxParallelism, parallelism)))
                .isEqualTo(
                        ownersOf(
                                key ->
                                        KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                                key, maxParallelism, parallelism)));
    }

    /** Else queries would ask instances for keys of others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 90, 127, 128, 256, 4_096, 32_767, 32_768})
    void queriesKnowTheSameOwners(int maxParallelism) {
        int highest = Math.min(maxParallelism, HIGHEST_PARALLELISM);
        for (int i = 1; i <= highest; i++) {
            int parallelism = i;

            assertThat(ownersOf(key -> KeyOwner.indexOf(key, maxParallelism, parallelism)))
                    .as("parallelism %d", parallelism)
                    .isEqualTo(ownersOf(KeyGroupRouter.owners(maxParallelism, parallelism)));
        }
    }

    private int[] ownersOf(Owners owners) {
        return keys.stream().mapToInt(owners::ownerOf).toArray();
    }
}
