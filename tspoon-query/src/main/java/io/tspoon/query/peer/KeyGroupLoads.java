/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.read.KeyGroupLoad;

import org.apache.flink.annotation.Internal;

import java.util.Comparator;
import java.util.List;

/**
 * How much the key groups of an instance are accessed.
 *
 * @param state name of the state, of several states of a key that of the first
 * @param instance index of the instance
 * @param parallelism number of instances of the state
 * @param hottest the key groups that are accessed most, hottest first
 * @param othersPerS accesses of all others together in a second
 */
@Internal
public record KeyGroupLoads(
        String state,
        int instance,
        int parallelism,
        List<KeyGroupLoad> hottest,
        double othersPerS) {
    /** Those of an instance, of which the hottest are told one by one. */
    public static KeyGroupLoads of(
            String state, int instance, int parallelism, List<KeyGroupLoad> all, int most) {
        List<KeyGroupLoad> sorted =
                all.stream()
                        .sorted(Comparator.comparingDouble(KeyGroupLoad::accessesPerS).reversed())
                        .toList();
        int told = Math.min(most, sorted.size());
        return new KeyGroupLoads(
                state,
                instance,
                parallelism,
                sorted.subList(0, told),
                sum(sorted.subList(told, sorted.size())));
    }

    /** Accesses of the instance in a second. */
    public double accessesPerS() {
        return sum(hottest) + othersPerS;
    }

    private static double sum(List<KeyGroupLoad> loads) {
        return loads.stream().mapToDouble(KeyGroupLoad::accessesPerS).sum();
    }
}
