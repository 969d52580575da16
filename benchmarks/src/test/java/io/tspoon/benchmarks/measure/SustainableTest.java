/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SustainableTest {
    private static final double UNLOADED_MS = 0.5;
    private static final Latency UNLOADED = latency(UNLOADED_MS, 1);

    private static Latency latency(double meanMs, double completedShare) {
        return latency(500, 0.5, completedShare, meanMs);
    }

    private static Latency latency(
            double offeredPerSecond, double recordedShare, double completedShare, double meanMs) {
        return new Latency(offeredPerSecond, recordedShare, completedShare, meanMs, 0, 0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({"19, 1, true", "20, 1, true", "21, 1, false", "1, 0.995, true", "1, 0.98, false"})
    void holdsUpToTwentyTimesTheUnloadedMeanIfNearlyAllIsThere(
            double factor, double completedShare, boolean holds) {
        Latency step = latency(factor * UNLOADED_MS, completedShare);

        assertThat(Sustainable.holds(step, UNLOADED)).isEqualTo(holds);
    }

    /** Their share may be another one at another time: what a vote meets depends on its number. */
    @Test
    void abortedTransactionsAreNotMissed() {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(Math.round(UNLOADED_MS * 1e6), 600);

        assertThat(Sustainable.holds(Latency.of(500, 1_000, 395, histogram), UNLOADED)).isTrue();
        assertThat(Sustainable.holds(Latency.of(500, 1_000, 380, histogram), UNLOADED)).isFalse();
    }

    @Test
    void rateBeforeTheFirstThatIsNotHeldCounts() {
        Sustainable found = find(750);

        assertThat(found.perSecond()).isCloseTo(700, within(0.001));
        assertThat(found.limitMs()).isEqualTo(20 * UNLOADED_MS);
        assertThat(found.steps()).hasSize(8);
        assertThat(found.steps().get(7).offeredPerSecond()).isCloseTo(800, within(0.001));
    }

    @Test
    void nothingIsSustainedIfNotEvenTheFirstStepIs() {
        Sustainable found = find(0);

        assertThat(found.perSecond()).isZero();
        assertThat(found.steps()).hasSize(1);
    }

    @Test
    void stepsEndBeyondTheMaximum() {
        Sustainable found = find(Double.MAX_VALUE);

        assertThat(found.perSecond()).isCloseTo(1_200, within(0.001));
        assertThat(found.steps()).hasSize(12);
    }

    /** Of a job that did 1,000/s, and has latencies up to so many only. */
    private static Sustainable find(double bearable) {
        return Sustainable.find(
                1_000,
                UNLOADED,
                (step, rate) -> latency(rate, 1, 1, (rate <= bearable ? 2 : 30) * UNLOADED_MS));
    }
}
