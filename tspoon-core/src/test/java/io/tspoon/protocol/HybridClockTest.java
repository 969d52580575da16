/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HybridClockTest {
    private static final long NOW_MS = 1_800_000_000_000L;

    private long wallClockMs = NOW_MS;

    @Test
    void timestampsAscendEvenIfTheWallClockGoesBack() {
        HybridClock clock = clock(0);
        long before = clock.next();
        wallClockMs -= 60_000;

        assertThat(clock.next()).isGreaterThan(before);
    }

    @Test
    void timestampIsCloseToTheWallClock() {
        HybridClock clock = clock(3);

        assertThat(Timestamps.epochMs(clock.next())).isEqualTo(NOW_MS);
        wallClockMs += 500;
        assertThat(Timestamps.epochMs(clock.next())).isEqualTo(NOW_MS + 500);
    }

    @Test
    void timestampNamesItsCoordinator() {
        assertThat(Timestamps.coordinator(clock(0).next())).isZero();
        assertThat(Timestamps.coordinator(clock(1023).next())).isEqualTo(1023);
    }

    @Test
    void coordinatorsNeverGiveTheSameTimestamp() {
        HybridClock one = clock(1);
        HybridClock two = clock(2);
        two.observe(one.next());
        one.observe(two.next());

        assertThat(one.next()).isNotEqualTo(two.next());
    }

    @Test
    void observedTimestampIsPassed() {
        HybridClock ahead = clock(7);
        ahead.observe(1L << 60);
        HybridClock behind = clock(2);
        behind.observe(ahead.next());

        assertThat(behind.next()).isGreaterThan(ahead.highest());
    }

    @Test
    void observedTimestampOfThePastChangesNothing() {
        HybridClock clock = clock(2);
        long highest = clock.next();
        clock.observe(highest - Timestamps.STEP);

        assertThat(clock.highest()).isEqualTo(highest);
    }

    @Test
    void rangeIsGivenOnce() {
        HybridClock clock = clock(5);
        long first = clock.nextRange(10_000);
        long last = first + 9_999 * Timestamps.STEP;

        assertThat(clock.highest()).isEqualTo(last);
        assertThat(Timestamps.coordinator(last)).isEqualTo(5);
        assertThat(clock.next()).isEqualTo(last + Timestamps.STEP);
    }

    @Test
    void wallClockBeforeTheEpochOfTimestampsIsSurvived() {
        wallClockMs = 0;
        HybridClock clock = clock(0);

        long first = clock.next();
        assertThat(first).isGreaterThan(Timestamps.NONE);
        assertThat(clock.next()).isGreaterThan(first);
    }

    @Test
    void indexOutOfRangeIsRejected() {
        assertThatThrownBy(() -> clock(Timestamps.MAX_COORDINATORS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("coordinator=1024");
        assertThatThrownBy(() -> clock(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    private HybridClock clock(int coordinator) {
        return new HybridClock(coordinator, () -> wallClockMs);
    }
}
