/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderboardReportTest {
    private final StringWriter text = new StringWriter();
    private final LeaderboardReport report =
            new LeaderboardReport(new PrintWriter(text), new PrintWriter(text));

    @Test
    void votesThatAddUpAreSound() {
        assertThat(report.end(Map.of("inputs", 3L, "commits", 2L, "aborts", 1L, "counted", 2L), 1))
                .isTrue();
        assertThat(text.toString()).contains("Sound: the 2 votes of the boards");
    }

    @Test
    void votesThatDoNotAddUpAreNotSound() {
        assertThat(report.end(Map.of("inputs", 2L, "commits", 2L, "counted", 2L, "wrong", 1L), 1))
                .isFalse();
        assertThat(text.toString())
                .contains("NOT SOUND: votes do not add up, recounted=2, wrong=1, messages=2");
    }

    @Test
    void votesThatWereNotRecountedSayNothing() {
        assertThat(report.end(Map.of("inputs", 2L, "commits", 2L), 1)).isFalse();
        assertThat(text.toString()).contains("NOT CHECKED: the job ended before its input did");
    }
}
