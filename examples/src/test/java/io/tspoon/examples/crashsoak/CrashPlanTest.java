/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashKind.Trigger;
import io.tspoon.examples.crashsoak.CrashPlan.Crash;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

class CrashPlanTest {
    private static final int MANY = 100;

    @Test
    void sameSeedGivesTheSamePlan() {
        assertThat(draw(CrashPlan.ofTasks(3), MANY)).isEqualTo(draw(CrashPlan.ofTasks(3), MANY));
        assertThat(draw(CrashPlan.ofTasks(3), MANY)).isNotEqualTo(draw(CrashPlan.ofTasks(4), MANY));
    }

    @Test
    void everyKindComesBeforeOneComesAgain() {
        List<CrashKind> tasks = kinds(true);
        List<CrashKind> processes = kinds(false);

        assertThat(draw(CrashPlan.ofTasks(3), tasks.size()))
                .flatExtracting(Crash::inARow)
                .containsAll(tasks)
                .doesNotContainAnyElementsOf(processes);
        assertThat(draw(CrashPlan.ofProcesses(3), processes.size()))
                .flatExtracting(Crash::inARow)
                .containsExactlyInAnyOrderElementsOf(processes);
    }

    @Test
    void crashInARecoveryFollowsAnotherCrash() {
        assertThat(draw(CrashPlan.ofTasks(3), MANY))
                .allMatch(crash -> crash.inARow().get(0).trigger() != Trigger.RECOVERY)
                .anyMatch(crash -> crash.inARow().size() == 1)
                .anyMatch(crash -> crash.inARow().size() == 3);
    }

    private static List<CrashKind> kinds(boolean ofTasks) {
        return Arrays.stream(CrashKind.values())
                .filter(kind -> ofTasks == (kind.trigger() != Trigger.KILL))
                .toList();
    }

    private static List<Crash> draw(CrashPlan plan, int count) {
        return Stream.generate(plan::next).limit(count).toList();
    }
}
