/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.metrics.HistogramStatistics;
import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RecentHistogramTest {
    private long nanos = 17;
    private final RecentHistogram histogram = new RecentHistogram(1_000_000, () -> nanos);

    private void waitSeconds(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void quantilesAreKnownToAHundredth() {
        for (int i = 1; i <= 100_000; i++) {
            histogram.update(i);
        }
        HistogramStatistics statistics = histogram.getStatistics();
        assertThat(statistics.getQuantile(0.5)).isCloseTo(50_000, within(500.0));
        assertThat(statistics.getQuantile(0.99)).isCloseTo(99_000, within(990.0));
        assertThat(statistics.getMean()).isCloseTo(50_000, within(500.0));
        assertThat(statistics.getStdDev()).isCloseTo(28_868, within(300.0));
        assertThat(statistics.getMax()).isBetween(100_000L, 101_000L);
        assertThat(statistics.getMin()).isEqualTo(1);
        assertThat(statistics.size()).isEqualTo(100_000);
        assertThat(histogram.getCount()).isEqualTo(100_000);
        assertThat(statistics.getValues()).hasSizeLessThan(2_000).startsWith(1, 2, 3);
    }

    /** Of one in a second, none is older than a minute, and none of the last 50 s is missing. */
    @Test
    void onlyTheLastMinuteCounts() {
        for (int second = 0; second < 600; second++) {
            histogram.update(second);
            waitSeconds(1);
        }
        HistogramStatistics statistics = histogram.getStatistics();
        assertThat(statistics.size()).isBetween(50, 60);
        assertThat(statistics.getMin()).isGreaterThanOrEqualTo(536);
        assertThat(histogram.getCount()).isEqualTo(600);
    }

    /** Nothing has to come for it. */
    @Test
    void whatIsOldIsForgottenThoughNothingComes() {
        histogram.update(1_000);
        waitSeconds(49);
        assertThat(histogram.getStatistics().size()).isEqualTo(1);
        waitSeconds(11);
        HistogramStatistics statistics = histogram.getStatistics();
        assertThat(statistics.size()).isZero();
        assertThat(statistics.getQuantile(0.99)).isZero();
        assertThat(statistics.getMin()).isZero();
        assertThat(statistics.getMax()).isZero();
    }

    /** A slice that is used again begins empty. */
    @Test
    void whatComesAfterAPauseIsAlone() {
        histogram.update(1_000);
        waitSeconds(60);
        histogram.update(10);
        assertThat(histogram.getStatistics().getMax()).isEqualTo(10);
        assertThat(histogram.getStatistics().size()).isEqualTo(1);
    }

    @Test
    void valuesOutOfRangeCountAtItsEnds() {
        histogram.update(Long.MAX_VALUE);
        histogram.update(-5);
        HistogramStatistics statistics = histogram.getStatistics();
        assertThat(statistics.getMax()).isBetween(1_000_000L, 1_010_000L);
        assertThat(statistics.getMin()).isZero();
    }
}
