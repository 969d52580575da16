/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The guard of ratios, as the README names it, with a threshold for machines that are busy. */
class GuardITCase {
    /** Shorter warm-ups measure the compiler where a machine is slow. */
    private static final String LINE = "guard --rounds 1 --warm-up 8 --threshold 0.25";

    /** A machine that others use may stand still for a span: what is lost is lost each time. */
    private static final int ATTEMPTS = 3;

    @Test
    void ratiosToPlainFlinkAreWhatTheyWere() {
        int exitCode = 1;
        for (int i = 0; i < ATTEMPTS && exitCode == 1; i++) {
            exitCode = MacroBenchmarks.run(LINE.split(" "));
        }
        assertThat(exitCode).isZero();
    }
}
