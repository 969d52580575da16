/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.junit.jupiter.api.Test;

import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/** The timers of a key as they are set, cancelled and fired. */
class PendingTimersTest {
    private final PendingTimers set =
            PendingTimers.none(1).with(true, 20, "late").with(true, 10, "early");

    private static DueTimer due(boolean ofEvents, long time, long stamp) {
        return new DueTimer(0, "key", ofEvents, time, stamp);
    }

    @Test
    void timerIsMeantByItsTime() {
        assertThat(set.first(true)).isEqualTo(10);
        assertThat(set.meant(due(true, 10, 1))).isEqualTo("early");
        assertThat(set.meant(due(true, 20, 1))).isEqualTo("late");
        assertThat(set.meant(due(true, 15, 1))).isNull();
        assertThat(set.meant(due(false, 10, 1))).isNull();
    }

    /** Else what removes the timer of an aborted transaction could remove a newer one. */
    @Test
    void timerThatIsSetAgainIsAnother() {
        PendingTimers again =
                Objects.requireNonNull(set.without("early"::equals, 2)).with(true, 10, "early");

        assertThat(again.meant(due(true, 10, 1))).isNull();
        assertThat(again.meant(due(true, 10, 2))).isEqualTo("early");
    }

    @Test
    void cancellingConcernsBothTimes() {
        PendingTimers both = PendingTimers.none(1).with(true, 10, "same").with(false, 20, "same");

        assertThat(both.size()).isEqualTo(2);
        assertThat(both.without("same"::equals, 2)).isNull();
    }
}
