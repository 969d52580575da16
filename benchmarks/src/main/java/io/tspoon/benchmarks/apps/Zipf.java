/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws keys, of which low ones are drawn more often: key k with a weight of 1 / (k + 1)^skew. */
final class Zipf implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] cumulated;

    /**
     * @param keys number of keys, drawn from 0
     * @param skew 0 for uniform draws
     */
    Zipf(int keys, double skew) {
        cumulated = new double[keys];
        double sum = 0;
        for (int key = 0; key < keys; key++) {
            sum += Math.pow(key + 1.0, -skew);
            cumulated[key] = sum;
        }
    }

    int draw(SplittableRandom random) {
        double drawn = random.nextDouble() * cumulated[cumulated.length - 1];
        int found = Arrays.binarySearch(cumulated, drawn);
        return Math.min(cumulated.length - 1, found >= 0 ? found : -found - 1);
    }

    /** Different keys. */
    int[] draw(SplittableRandom random, int count) {
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            int key = draw(random);
            while (contains(drawn, i, key)) {
                key = draw(random);
            }
            drawn[i] = key;
        }
        return drawn;
    }

    private static boolean contains(int[] drawn, int count, int key) {
        for (int i = 0; i < count; i++) {
            if (drawn[i] == key) {
                return true;
            }
        }
        return false;
    }
}
