/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderboardReportTest {
    private final StringWriter text = new StringWriter();
    private final LeaderboardReport report =
            new LeaderboardReport(
                    new PrintWriter(text), new PrintWriter(text), new InputQuality(50, false));

    @Test
    void votesThatAddUpAreSound() {
        JobVerdict verdict =
                report.end(Map.of("inputs", 3L, "commits", 2L, "aborts", 1L, "counted", 2L), 1);

        assertThat(verdict.exitCode()).isZero();
        assertThat(verdict.line()).startsWith("Sound: the 2 votes of the boards");
    }

    @Test
    void votesThatDoNotAddUpAreNotSound() {
        JobVerdict verdict =
                report.end(Map.of("inputs", 2L, "commits", 2L, "counted", 2L, "wrong", 1L), 1);

        assertThat(verdict.exitCode()).isEqualTo(3);
        assertThat(verdict.line())
                .startsWith("NOT SOUND: votes do not add up, recounted=2, wrong=1, messages=2");
    }

    @Test
    void votesThatWereNotRecountedSayNothing() {
        JobVerdict verdict = report.end(Map.of("inputs", 2L, "commits", 2L), 1);

        assertThat(verdict.exitCode()).isEqualTo(5);
        assertThat(verdict.line()).startsWith("NOT CHECKED: the job ended before its input did");
    }

    @Test
    void votesThatCouldNotBeReadAreNotSound() {
        JobVerdict verdict =
                report.end(
                        Map.of(
                                "inputs", 3L,
                                "commits", 1L,
                                "aborts", 2L,
                                "counted", 1L,
                                "rule: message is malformed", 2L),
                        1);

        assertThat(verdict.exitCode()).isEqualTo(4);
        assertThat(verdict.line()).startsWith("REJECTED: too much is malformed, malformed=2");
    }
}
