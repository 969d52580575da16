/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

import static org.assertj.core.api.Assertions.assertThat;

/** The guard of ratios, as the README names it, with a threshold for machines that are busy. */
class GuardITCase {
    /** Shorter warm-ups measure the compiler where a machine is slow. */
    private static final String LINE = "guard --rounds 1 --warm-up 8 --threshold 0.25";

    /** A machine that others use may stand still for a span: what is lost is lost each time. */
    private static final int ATTEMPTS = 3;

    @Test
    void ratiosToPlainFlinkAreWhatTheyWere() {
        assertThat(exitCode(() -> MacroBenchmarks.run(LINE.split(" ")))).isZero();
    }

    /** A job that fails, or a wrong result, is told the first time: the next one may be right. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1", "1, 1, 1", "2, 2, 1", "3, 3, 3", "30, 0, 2", "31, 1, 2"})
    void onlyALostRatioIsTriedAgain(String exitCodes, int last, int calls) {
        AtomicInteger called = new AtomicInteger();
        int exitCode =
                exitCode(
                        () -> {
                            int call = called.getAndIncrement();
                            int known = Math.min(call, exitCodes.length() - 1);
                            return Character.digit(exitCodes.charAt(known), 10);
                        });

        assertThat(exitCode).isEqualTo(last);
        assertThat(called).hasValue(calls);
    }

    private static int exitCode(IntSupplier guard) {
        int exitCode = guard.getAsInt();
        for (int i = 1; i < ATTEMPTS && exitCode == CompareCommand.LOST; i++) {
            exitCode = guard.getAsInt();
        }
        return exitCode;
    }
}
