/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

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
    static final double STEP_SHARE = 0.1;

    /** Beyond the maximum no rate can be held for long. */
    static final int MAX_STEPS = 12;

    /** Of what is due, so much must arrive while the run lasts. */
    private static final double MIN_RECORDED = 0.99;

    /** Whether a step was held, beside what was recorded with no load. */
    static boolean holds(Latency step, Latency unloaded) {
        return step.meanMs() <= LIMIT_FACTOR * unloaded.meanMs()
                && step.recordedShare() >= MIN_RECORDED * unloaded.recordedShare();
    }
}
