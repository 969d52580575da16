/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashKind.Trigger;
import io.tspoon.examples.crashsoak.CrashPlan.Crash;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
        assertDrawsAll(CrashPlan.ofTasks(3), without(Trigger.KILL, Trigger.LOG));
        assertDrawsAll(CrashPlan.ofProcesses(3, true), without(Trigger.DRIVER));
        assertDrawsAll(CrashPlan.ofProcesses(3, false), without(Trigger.DRIVER, Trigger.LOG));
    }

    private static void assertDrawsAll(CrashPlan plan, Set<CrashKind> kinds) {
        assertThat(draw(plan, kinds.size()))
                .flatExtracting(Crash::inARow)
                .containsAll(kinds)
                .doesNotContainAnyElementsOf(EnumSet.complementOf(EnumSet.copyOf(kinds)));
    }

    @Test
    void crashInARecoveryFollowsAnotherCrash() {
        assertThat(draw(CrashPlan.ofTasks(3), MANY))
                .allMatch(crash -> crash.inARow().get(0).trigger() != Trigger.RECOVERY)
                .anyMatch(crash -> crash.inARow().size() == 1)
                .anyMatch(crash -> crash.inARow().size() == 3);
    }

    private static Set<CrashKind> without(Trigger... triggers) {
        List<Trigger> left = List.of(triggers);
        return Arrays.stream(CrashKind.values())
                .filter(kind -> !left.contains(kind.trigger()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(CrashKind.class)));
    }

    private static List<Crash> draw(CrashPlan plan, int count) {
        return Stream.generate(plan::next).limit(count).toList();
    }
}
