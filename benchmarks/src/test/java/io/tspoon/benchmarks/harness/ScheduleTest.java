/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScheduleTest {
    @Test
    void elementsAreDueAtConstantDistanceFromTheFirst() {
        Schedule schedule = new Schedule();
        schedule.setRate(1_000);

        long first = schedule.due(0);

        assertThat(schedule.due(5)).isEqualTo(first + 5_000_000);
        assertThat(schedule.due(0)).isEqualTo(first);
    }

    @Test
    void newestIsTheHighestCompleted() {
        Schedule schedule = new Schedule();
        assertThat(schedule.newest()).isEqualTo(-1);

        schedule.completed(7);
        schedule.completed(3);

        assertThat(schedule.newest()).isEqualTo(7);
    }

    /** A source that goes back to a checkpoint gives elements again. */
    @Test
    void newestOfferedIsTheHighestThatTheSourceGave() {
        Schedule schedule = new Schedule();
        assertThat(schedule.newestOffered()).isEqualTo(-1);

        schedule.offered(7);
        schedule.offered(3);

        assertThat(schedule.newestOffered()).isEqualTo(7);
        assertThat(schedule.newest()).isEqualTo(-1);
    }
}
