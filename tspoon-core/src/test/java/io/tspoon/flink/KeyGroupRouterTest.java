/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.runtime.plan.Owners;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class KeyGroupRouterTest {
    private static final int KEYS = 1_000;

    @ParameterizedTest
    @CsvSource({"1, 1", "128, 1", "128, 3", "128, 128", "90, 7", "32768, 2", "32767, 5"})
    void ownersAreThoseOfFlink(int maxParallelism, int parallelism) {
        Owners owners = KeyGroupRouter.owners(maxParallelism, parallelism);

        for (int i = 0; i < KEYS; i++) {
            assertOwnerOf(-i, owners, maxParallelism, parallelism);
            assertOwnerOf("key " + i, owners, maxParallelism, parallelism);
        }
    }

    private static void assertOwnerOf(
            Object key, Owners owners, int maxParallelism, int parallelism) {
        assertThat(owners.ownerOf(key))
                .isEqualTo(
                        KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                key, maxParallelism, parallelism));
    }
}
