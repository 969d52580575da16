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

    /** One sink may be far behind the others. */
    @Test
    void elementsAreCompletedUpToTheFirstThatHasNoResult() {
        Schedule schedule = new Schedule();
        assertThat(schedule.completedUpTo()).isEqualTo(-1);

        schedule.completed(0);
        schedule.completed(2);
        schedule.completed(0);
        assertThat(schedule.completedUpTo()).isZero();

        schedule.completed(1);
        assertThat(schedule.completedUpTo()).isEqualTo(2);
    }

    /** A source that goes back to a checkpoint gives elements again. */
    @Test
    void newestOfferedIsTheHighestThatTheSourceGave() {
        Schedule schedule = new Schedule();
        assertThat(schedule.newestOffered()).isEqualTo(-1);

        schedule.offered(7);
        schedule.offered(3);

        assertThat(schedule.newestOffered()).isEqualTo(7);
        assertThat(schedule.completedUpTo()).isEqualTo(-1);
    }
}
