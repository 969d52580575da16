/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.protocol.order.HybridClock;
import io.tspoon.transaction.ExecutionTimestamp;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Timestamps as times: what users make of instants is what coordinators give at that time. */
class TimestampsTest {
    @Test
    void bitsAreThoseOfTheClock() {
        long ms = 1_800_000_000_123L;
        Instant half = Instant.ofEpochMilli(ms).plusNanos(500_000);

        assertThat(ExecutionTimestamp.of(Instant.ofEpochMilli(ms)).value())
                .isEqualTo(Timestamps.ofEpochMs(ms));
        assertThat(ExecutionTimestamp.of(half).value())
                .isEqualTo(Timestamps.ofEpochMs(ms) + Timestamps.distance(1) / 2);
        assertThat(Timestamps.of(half)).isEqualTo(ExecutionTimestamp.of(half).value());
        assertThat(new HybridClock(3, 4, () -> half).next())
                .isBetween(Timestamps.of(half), later(half));
    }

    /** The first timestamp of each nanosecond, and the last of the one before, lie side by side. */
    @Test
    void instantComesBack() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Instant instant =
                    Instant.ofEpochSecond(
                            random.nextLong(1_577_836_800L, 3_700_000_000L),
                            random.nextInt(1_000_000_000));
            ExecutionTimestamp first = ExecutionTimestamp.of(instant);
            ExecutionTimestamp before = new ExecutionTimestamp(first.value() - 1);

            assertThat(first.instant()).as("seed %d", seed).isEqualTo(instant);
            assertThat(before.instant()).as("seed %d", seed).isBefore(instant);
        }
    }

    @Test
    void timesOfLimits() {
        assertThat(new ExecutionTimestamp(0).instant()).isEqualTo("2020-01-01T00:00:00Z");
        assertThat(ExecutionTimestamp.of(Instant.parse("2020-01-01T00:00:00Z")).value()).isZero();
        assertThat(new ExecutionTimestamp(Long.MAX_VALUE).instant())
                .isEqualTo("2089-09-06T15:47:35.551999999Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2019-12-31T23:59:59.999999999Z",
                "-1000000000-01-01T00:00:00Z",
                "2089-09-06T15:47:35Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void instantWithoutTimestampIsRefused(Instant instant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExecutionTimestamp.of(instant))
                .withMessageContaining("out of range, instant=" + instant)
                .withMessageContaining("from=2020-01-01T00:00:00Z, before=2089-09-06T15:47:35Z");
    }

    /** A machine whose clock is wrong still has a coordinator. */
    @Test
    void clockBeforeAllTimestampsIsAtNone() {
        assertThat(Timestamps.of(Instant.EPOCH)).isEqualTo(Timestamps.NONE);
    }

    private static long later(Instant instant) {
        return Timestamps.of(instant.plusNanos(10));
    }
}
