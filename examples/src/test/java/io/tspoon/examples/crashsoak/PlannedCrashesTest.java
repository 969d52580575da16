/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class PlannedCrashesTest {
    private static final String RUN = "planned-crashes-test";
    private static final WantedCrashes WANTED =
            new WantedCrashes(Set.of(CrashKind.MAP, CrashKind.ACCESS), true);

    private final PlannedCrashes crashes = planned();
    private final CrashPoint point = new CrashPoint(RUN);

    @AfterEach
    void close() {
        crashes.close();
    }

    private static PlannedCrashes planned() {
        return new PlannedCrashes(RUN, WANTED, PlannedCrashesTest::crash);
    }

    private static void crash(CrashKind kind) {
        throw new InjectedCrash(kind);
    }

    @Test
    void crashComesWhenItsPlaceIsPassedOftenEnough() {
        point.begin(0);
        crashes.arm(List.of(CrashKind.MAP), 3);

        point.pass(CrashKind.MAP);
        point.pass(CrashKind.ACCESS);
        point.pass(CrashKind.MAP);
        assertCrash(CrashKind.MAP);

        assertThat(crashes.happened()).isEqualTo(Map.of(CrashKind.MAP, 1));
    }

    @Test
    void nextCrashWaitsUntilTheJobHasBegunAgain() {
        point.begin(0);
        crashes.arm(List.of(CrashKind.MAP, CrashKind.MAP), 1);
        assertCrash(CrashKind.MAP);

        point.pass(CrashKind.MAP);
        point.begin(0);
        point.pass(CrashKind.MAP);
        point.begin(1);
        assertCrash(CrashKind.MAP);

        assertThat(crashes.recoveries()).isEqualTo(1);
        assertThat(crashes.happened()).isEqualTo(Map.of(CrashKind.MAP, 2));
    }

    @Test
    void jobIsBackWhenNothingIsDueAndItHasBegun() throws InterruptedException {
        assertThat(crashes.awaitQuiet(Duration.ofMillis(1))).isFalse();
        point.begin(0);
        assertThat(crashes.awaitQuiet(Duration.ofSeconds(10))).isTrue();
        crashes.arm(List.of(CrashKind.TASK_MANAGER), 1);
        assertThat(crashes.awaitQuiet(Duration.ofMillis(1))).isFalse();
        crashes.happen();
        assertThat(crashes.awaitQuiet(Duration.ofMillis(1))).isFalse();
        point.begin(1);
        assertThat(crashes.awaitQuiet(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void crashesAreOwedUntilEachHasHappened() {
        point.begin(0);
        crashes.arm(List.of(CrashKind.MAP, CrashKind.ACCESS), 1);
        assertCrash(CrashKind.MAP);
        assertThat(crashes.isOwed()).isTrue();
        point.begin(1);
        assertCrash(CrashKind.ACCESS);
        assertThat(crashes.isOwed()).isFalse();
    }

    @Test
    void nothingHappensInOtherRuns() {
        point.begin(0);
        crashes.arm(List.of(CrashKind.MAP), 1);

        new CrashPoint("another").pass(CrashKind.MAP);

        assertThat(crashes.happened()).isEmpty();
    }

    @Test
    void nameIsUsedOnceAtATime() {
        assertThatIllegalStateException()
                .isThrownBy(PlannedCrashesTest::planned)
                .withMessage("Cannot begin run: name is in use, run=" + RUN);
    }

    private void assertCrash(CrashKind kind) {
        assertThatExceptionOfType(InjectedCrash.class).isThrownBy(() -> point.pass(kind));
    }
}
