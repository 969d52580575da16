/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashKind.Trigger;
import io.tspoon.examples.crashsoak.CrashPlan.Crash;
import io.tspoon.examples.crashsoak.CrashSoakJob.Mode;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

class CrashPlanTest {
    private static final int MANY = 100;
    private static final Set<CrashKind> TASKS = Mode.MINICLUSTER.kinds(Durability.LOG);
    private static final Set<Trigger> IN_RECOVERY = EnumSet.of(Trigger.RECOVERY, Trigger.REPLAY);

    @Test
    void sameSeedGivesTheSamePlan() {
        assertThat(draw(tasks(3), MANY)).isEqualTo(draw(tasks(3), MANY));
        assertThat(draw(tasks(3), MANY)).isNotEqualTo(draw(tasks(4), MANY));
    }

    @Test
    void everyKindComesBeforeOneComesAgain() {
        assertDrawsAll(tasks(3), TASKS);
        Set<CrashKind> kinds = Mode.PROCESSES.kinds(Durability.LOG);
        assertDrawsAll(CrashPlan.ofProcesses(3, kinds), kinds);
    }

    @Test
    void kindsAreThoseOfTheModeAndTheDurability() {
        assertThat(TASKS)
                .contains(CrashKind.MAP, CrashKind.TASK_MANAGER, CrashKind.RECOVERY_REPLAY)
                .doesNotContain(CrashKind.KILLED_RUNNING, CrashKind.LOGGED);
        assertThat(Mode.PROCESSES.kinds(Durability.LOG))
                .contains(CrashKind.MAP, CrashKind.KILLED_RUNNING, CrashKind.LOGGED)
                .doesNotContain(CrashKind.TASK_MANAGER);
        assertThat(Mode.PROCESSES.kinds(Durability.CHECKPOINT))
                .contains(CrashKind.RECOVERY_OPEN)
                .doesNotContain(CrashKind.BEFORE_LOG, CrashKind.LOGGED, CrashKind.RECOVERY_READ);
    }

    private static CrashPlan tasks(long seed) {
        return CrashPlan.ofTasks(seed, TASKS);
    }

    private static void assertDrawsAll(CrashPlan plan, Set<CrashKind> kinds) {
        assertThat(draw(plan, kinds.size()))
                .flatExtracting(Crash::inARow)
                .containsAll(kinds)
                .doesNotContainAnyElementsOf(EnumSet.complementOf(EnumSet.copyOf(kinds)));
    }

    @Test
    void crashInARecoveryFollowsAnotherCrash() {
        assertThat(draw(tasks(3), MANY))
                .allMatch(crash -> !IN_RECOVERY.contains(crash.inARow().get(0).trigger()))
                .anyMatch(crash -> crash.inARow().size() == 1)
                .anyMatch(crash -> crash.inARow().size() == 3);
    }

    /** Else there might be nothing in the log that is not in the checkpoint. */
    @Test
    void crashWhileTheLogIsReadFollowsOneAtAResult() {
        CrashPlan plan = CrashPlan.ofProcesses(3, EnumSet.of(CrashKind.RECOVERY_REPLAY));

        assertThat(draw(plan, MANY))
                .extracting(Crash::inARow)
                .containsOnly(List.of(CrashKind.RESULT, CrashKind.RECOVERY_REPLAY));
    }

    private static List<Crash> draw(CrashPlan plan, int count) {
        return Stream.generate(plan::next).limit(count).toList();
    }
}
