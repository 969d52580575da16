/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Reads;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class SoakReportTest {
    private static final Verdict HOLDS = verdict(9, 1);

    private final StringWriter out = new StringWriter();

    @Test
    void kindsThatDidNotHappenAreNamed() {
        assertThat(show(false, Map.of(CrashKind.MAP, 2))).isTrue();
        assertThat(out.toString())
                .contains("Crashes: 2 (map 2)", "Did not happen: task manager", "oracle holds.");
    }

    @Test
    void runWithoutCrashesShowsNothing() {
        assertThat(show(false, Map.of())).isFalse();
        assertThat(out.toString())
                .contains("Verdict: nothing crashed", "Give more --seconds, seed=7")
                .doesNotContain("oracle holds.");
    }

    @Test
    void kindThatWasAskedForHasToHappen() {
        assertThat(show(true, Map.of(CrashKind.MAP, 2))).isFalse();
        assertThat(out.toString())
                .contains("Verdict: crashes that were asked for", "missing=task manager, seed=7")
                .doesNotContain("oracle holds.");
    }

    @Test
    void allThatWereAskedForHaveHappened() {
        assertThat(show(true, Map.of(CrashKind.MAP, 2, CrashKind.TASK_MANAGER, 1))).isTrue();
        assertThat(out.toString()).contains("oracle holds.").doesNotContain("Did not happen");
    }

    @Test
    void runOfWhichNothingWasReadShowsNothing() {
        assertThat(show(false, Map.of(CrashKind.MAP, 2), verdict(0, 0))).isFalse();
        assertThat(out.toString())
                .contains("Read by queries: 0 balances", "without an answer 3")
                .contains("Verdict: no query was answered", "Give more --seconds, seed=7")
                .doesNotContain("oracle holds.");
    }

    @Test
    void readsThatEndWithTheFirstCrashShowNothing() {
        assertThat(show(false, Map.of(CrashKind.MAP, 3), verdict(9, 0))).isFalse();
        assertThat(out.toString())
                .contains("without an answer 3, answered again 0")
                .contains("Verdict: no query was answered behind a crash", "seed=7")
                .doesNotContain("oracle holds.");
    }

    private static Verdict verdict(long read, long resumed) {
        return new Verdict(400, 100, 500, 0, 0, new Reads(read, 0, 3, resumed), 0, List.of());
    }

    private boolean show(boolean each, Map<CrashKind, Integer> happened) {
        return show(each, happened, HOLDS);
    }

    private boolean show(boolean each, Map<CrashKind, Integer> happened, Verdict verdict) {
        SoakSettings settings =
                new SoakSettings(
                        Durability.LOG,
                        IsolationLevel.PL3,
                        ConcurrencyControl.TIMESTAMP_BASED,
                        2,
                        1,
                        500,
                        100,
                        7,
                        Path.of("files"));
        Map<CrashKind, Integer> crashes = new EnumMap<>(CrashKind.class);
        crashes.putAll(happened);
        SoakReport report =
                new SoakReport(
                        new PrintWriter(out, true),
                        settings,
                        new WantedCrashes(EnumSet.of(CrashKind.MAP, CrashKind.TASK_MANAGER), each));
        return report.show(new SoakRun(crashes, crashes.size(), List.of()), verdict);
    }
}
