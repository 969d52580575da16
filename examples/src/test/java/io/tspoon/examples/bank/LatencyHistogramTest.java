/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LatencyHistogramTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 33, 1_000, 123_456, 60_000_000, 1L << 62})
    void valuesAreKeptWithinTheError(long micros) {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.add(micros);
        long found = LatencyHistogram.percentile(new long[0], histogram.getLocalValue(), 0.5);
        assertThat(found).isGreaterThanOrEqualTo(micros).isCloseTo(micros, within());
    }

    @Test
    void percentilesAreThoseOfTheTimeBetween() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.add(1_000_000L);
        long[] before = histogram.getLocalValue();
        for (long micros = 1; micros <= 100; micros++) {
            histogram.add(micros);
        }
        long[] after = histogram.getLocalValue();
        assertThat(LatencyHistogram.percentile(before, after, 0.5)).isCloseTo(50L, within());
        assertThat(LatencyHistogram.percentile(before, after, 0.99)).isCloseTo(99L, within());
        assertThat(LatencyHistogram.percentile(after, after, 0.99)).isZero();
    }

    @Test
    void histogramsOfAllTasksAddUp() {
        LatencyHistogram one = new LatencyHistogram();
        LatencyHistogram other = new LatencyHistogram();
        one.add(10L);
        other.add(10L);
        one.merge(other);
        assertThat(one.clone().getLocalValue()[10]).isEqualTo(2);
        one.resetLocal();
        assertThat(one.getLocalValue()).containsOnly(0);
    }

    private static Percentage within() {
        return Percentage.withPercentage(6.3);
    }
}
