/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import io.tspoon.protocol.Timestamps;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.InstantSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HybridClockTest {
    /** More than 8, so four bits name the coordinator. */
    private static final int COORDINATORS = 9;

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
        Timestamps timestamps = new Timestamps(COORDINATORS);

        assertThat(timestamps.coordinator(clock(0).next())).isZero();
        assertThat(timestamps.coordinator(clock(8).next())).isEqualTo(8);
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
        clock.observe(highest - clock.step());

        assertThat(clock.highest()).isEqualTo(highest);
    }

    @Test
    void rangeIsGivenOnce() {
        HybridClock clock = clock(5);
        long first = clock.nextRange(10_000);
        long last = first + 9_999 * clock.step();

        assertThat(clock.highest()).isEqualTo(last);
        assertThat(new Timestamps(COORDINATORS).coordinator(last)).isEqualTo(5);
        assertThat(clock.next()).isEqualTo(last + clock.step());
    }

    /** A range that starts later than another one ends in real time does not reach into it. */
    @Test
    void roundSpansNoMoreThanAMicrosecond() {
        Instant now = Instant.ofEpochMilli(NOW_MS);
        HybridClock one = new HybridClock(1, 2, InstantSource.fixed(now));
        HybridClock other = new HybridClock(0, 2, InstantSource.fixed(now.plusNanos(1_000)));
        one.nextRange(1_024);

        assertThat(other.next()).isGreaterThan(one.highest());
    }

    @Test
    void timestampsOfOneCoordinatorAreConsecutive() {
        HybridClock clock = new HybridClock(0, 1, () -> wallClockMs);
        long first = clock.next();

        assertThat(clock.step()).isEqualTo(1);
        assertThat(clock.next()).isEqualTo(first + 1);
    }

    @Test
    void observedTimestampOfAnotherLayoutIsPassedByAnOwnOne() {
        HybridClock clock = new HybridClock(2, 3, () -> wallClockMs);
        long before = new HybridClock(1_000, 1_024, () -> wallClockMs + 1).next();
        clock.observe(before);
        long after = clock.next();

        assertThat(after).isBetween(before + 1, before + clock.step());
        assertThat(new Timestamps(3).coordinator(after)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 4", "5, 8", "9, 16", "1023, 1024", "1024, 1024"})
    void stepHasRoomForAllCoordinators(int coordinators, long step) {
        Timestamps timestamps = new Timestamps(coordinators);

        assertThat(timestamps.step()).isEqualTo(step);
        assertThat(timestamps.coordinator(7 * step + coordinators - 1)).isEqualTo(coordinators - 1);
    }

    @Test
    void tooManyCoordinatorsAreRejected() {
        assertThatThrownBy(() -> new Timestamps(Timestamps.MAX_COORDINATORS + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("coordinators=1025, limit=1024");
        assertThatThrownBy(() -> new Timestamps(0)).isInstanceOf(IllegalArgumentException.class);
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
        assertThatThrownBy(() -> clock(COORDINATORS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("coordinator=9, coordinators=9");
        assertThatThrownBy(() -> clock(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    private HybridClock clock(int coordinator) {
        return new HybridClock(coordinator, COORDINATORS, () -> wallClockMs);
    }
}
