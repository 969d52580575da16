/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.junit.jupiter.api.Test;

import static io.tspoon.runtime.timer.EventTimes.ENDED;
import static io.tspoon.runtime.timer.EventTimes.IDLE;
import static io.tspoon.runtime.timer.EventTimes.LEAVING;
import static io.tspoon.runtime.timer.EventTimes.NOBODY;
import static io.tspoon.runtime.timer.EventTimes.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

/** Time is that of the coordinator that is last, and somebody fires timers to the very end. */
class EventTimesTest {
    private final EventTimes times = new EventTimes(3, 1);

    @Test
    void timeIsThatOfTheLastCoordinatorThatIsNotIdle() {
        times.heard(0, 50);
        times.heard(1, 70);
        assertThat(times.reached()).isEqualTo(UNKNOWN);

        times.heard(2, IDLE);
        assertThat(times.reached()).isEqualTo(50);

        times.heard(0, IDLE);
        assertThat(times.reached()).isEqualTo(70);

        times.heard(0, 60);
        assertThat(times.reached()).as("never goes back").isEqualTo(70);
    }

    @Test
    void idleCoordinatorFiresByTheClockOnly() {
        times.heard(1, IDLE);
        assertThat(times.firesByEvent()).isEqualTo(2);
        assertThat(times.firesByProcessing()).isEqualTo(1);
    }

    /** Its last transactions may still set timers. */
    @Test
    void coordinatorThatLeavesHoldsTimeUntilItHasEnded() {
        times.heard(0, 50);
        times.heard(1, 50);
        times.heard(2, 20);
        times.heard(2, LEAVING);
        times.heard(0, 70);
        times.heard(1, 80);
        assertThat(times.reached()).isEqualTo(20);
        assertThat(times.firesByEvent()).isEqualTo(1);

        times.heard(2, ENDED);
        assertThat(times.reached()).isEqualTo(70);
    }

    /** What came before it fell idle is over. */
    @Test
    void idleCoordinatorThatLeavesHoldsNobodyUp() {
        times.heard(0, 50);
        times.heard(1, 50);
        times.heard(2, IDLE);
        times.heard(2, LEAVING);
        times.heard(0, 70);
        times.heard(1, 80);

        assertThat(times.reached()).isEqualTo(70);
    }

    /** Else the first of them would be gone when the last one lets time end. */
    @Test
    void timeEndsWhenAllHaveEnded() {
        times.heard(0, 50);
        times.heard(1, 50);
        times.heard(2, 50);
        times.heard(2, LEAVING);
        times.heard(0, ENDED);
        times.heard(1, ENDED);
        assertThat(times.reached()).isEqualTo(50);
        assertThat(times.firesByEvent()).isEqualTo(NOBODY);
        assertThat(times.firesByProcessing()).isEqualTo(NOBODY);
        assertThat(times.awaitsUpTo(0, 50)).as("need not wait").isEqualTo(ENDED);
        assertThat(times.awaitsUpTo(2, 50)).isEqualTo(50);

        times.heard(2, ENDED);
        assertThat(times.reached()).isEqualTo(ENDED);
        assertThat(times.firesByEvent()).isEqualTo(2);
        assertThat(times.awaitsUpTo(2, 80)).as("fires what is left").isEqualTo(80);
    }
}
