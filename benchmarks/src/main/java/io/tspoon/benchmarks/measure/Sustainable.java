/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The highest rate that a job sustains, as TSpoon's authors define it (section 5.1): the input rate
 * is raised step by step until the latency passes 20 times the unloaded one.
 *
 * @param perSecond highest rate that was held; 0 if not even the first was
 * @param limitMs mean latency that ends it
 * @param steps rates in the order in which they were tried; all but the last were held, or all
 */
public record Sustainable(double perSecond, double limitMs, List<Latency> steps) {
    /** How many times the unloaded latency is too much. */
    public static final double LIMIT_FACTOR = 20;

    /** Each step, as a share of the closed-loop maximum. */
    private static final double STEP_SHARE = 0.1;

    /** Beyond the maximum no rate can be held for long. */
    static final int MAX_STEPS = 12;

    /** Of what is due, so much must arrive while the run lasts. */
    private static final double MIN_COMPLETED = 0.99;

    /** Measures one step. */
    @FunctionalInterface
    interface Steps {
        Latency measure(int step, double perSecond);
    }

    /**
     * Raises the rate until a step is not held.
     *
     * @param maximum rate of the closed loop
     * @param unloaded what was recorded with no load
     * @param steps measures each
     */
    static Sustainable find(double maximum, Latency unloaded, Steps steps) {
        double held = 0;
        List<Latency> measured = new ArrayList<>();
        for (int step = 1; step <= MAX_STEPS; step++) {
            double rate = maximum * STEP_SHARE * step;
            Latency latency = steps.measure(step, rate);
            measured.add(latency);
            if (!holds(latency, unloaded)) {
                break;
            }
            held = rate;
        }
        return new Sustainable(held, LIMIT_FACTOR * unloaded.meanMs(), measured);
    }

    /** Whether a step was held, beside what was recorded with no load. */
    static boolean holds(Latency step, Latency unloaded) {
        return step.meanMs() <= LIMIT_FACTOR * unloaded.meanMs()
                && step.completedShare() >= MIN_COMPLETED;
    }
}
