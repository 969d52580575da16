/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

class CombinationTest {
    private static final List<Function<Combination, Object>> SETTINGS =
            List.of(
                    Combination::isolation,
                    Combination::control,
                    Combination::parallelism,
                    Combination::objectReuse,
                    Combination::backend);

    @Test
    void everyValueMeetsEveryValueOfEveryOtherSetting() {
        List<Combination> all = Combination.pairwise();
        for (Function<Combination, Object> one : SETTINGS) {
            for (Function<Combination, Object> other : SETTINGS) {
                if (one != other) {
                    long pairs = all.stream().map(of(one, other)).distinct().count();
                    assertThat(pairs).isEqualTo(values(all, one) * values(all, other));
                }
            }
        }
        assertThat(values(all, Combination::parallelism)).isEqualTo(3);
    }

    @Test
    void everyLevelIsThereWithEveryMechanismForAnyShape() {
        assertThat(Combination.levelsAndMechanisms())
                .extracting(Combination::isolation, Combination::control)
                .doesNotHaveDuplicates()
                .hasSize(IsolationLevel.values().length * (ConcurrencyControl.values().length - 1));
    }

    @Test
    void chainsMeetEveryPairOfParallelismBackendAndObjectReuse() {
        List<Combination> all = Combination.chains();
        List<Function<Combination, Object>> settings =
                List.of(Combination::parallelism, Combination::objectReuse, Combination::backend);
        for (Function<Combination, Object> one : settings) {
            for (Function<Combination, Object> other : settings) {
                if (one != other) {
                    long pairs = all.stream().map(of(one, other)).distinct().count();
                    assertThat(pairs).isEqualTo(values(all, one) * values(all, other));
                }
            }
        }
        assertThat(values(all, Combination::parallelism)).isEqualTo(3);
        assertThat(values(all, Combination::isolation)).isEqualTo(IsolationLevel.values().length);
    }

    private static Function<Combination, Object> of(
            Function<Combination, Object> one, Function<Combination, Object> other) {
        return combination -> List.of(one.apply(combination), other.apply(combination));
    }

    private static long values(List<Combination> all, Function<Combination, Object> setting) {
        return all.stream().map(setting).collect(Collectors.toSet()).size();
    }
}
