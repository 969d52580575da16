/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.util.Arrays;
import java.util.Collection;

/**
 * What several rounds measured.
 *
 * @param median of the rounds
 * @param min lowest
 * @param max highest
 */
public record Spread(double median, double min, double max) {
    /** The spread of at least one value. */
    public static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("Cannot build spread: no values");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        double median =
                sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
