/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.CommandRun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** The job as a user runs it. */
class LeaderboardJobITCase {
    @TempDir Path directory;

    @Test
    void generatedVotesAddUp() {
        CommandRun run =
                leaderboard(
                        "--count=1200", "--remove-every=200", "--phones=2000", "--parallelism=2");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("boards: {\"vote\":\"v0\",\"outcome\":\"COUNTED\"")
                .contains("Messages   1,200")
                .contains(LeaderboardGraph.HAS_VOTED, LeaderboardGraph.IS_OUT)
                .contains("removed after vote 200", "removed after vote 400")
                .contains("Sound: the ");
    }

    @ParameterizedTest
    @EnumSource
    void phoneOfARemovedContestantVotesAgain(Program program) throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("in"),
                        """
                        {"id":"1","phone":"p","contestant":"B"}
                        {"id":"2","phone":"p","contestant":"A"}
                        {"id":"3","phone":"q","contestant":"A"}
                        {"id":"4","phone":"r","contestant":"A"}
                        {"id":"5","phone":"s","contestant":"C"}
                        {"id":"6","phone":"t","contestant":"C"}
                        {"id":"7","phone":"u","contestant":"B"}
                        {"id":"8","phone":"u","contestant":"D"}
                        {"id":"9","phone":"p","contestant":"C"}
                        """);

        CommandRun run =
                leaderboard(
                        "--program=" + program,
                        "--input=" + file,
                        "--contestants=A,B,C",
                        "--remove-every=5");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("6 counted, 3 refused")
                .contains("1 phone has voted", "1 contestant is out", "1 no such contestant")
                .contains("1 C 3\n", "2 A 2\n", "3 B 1, removed after vote 5\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--remove-every 0 | Cannot count votes: there is less than one",
                "--contestants A,B,A | Cannot tell contestants apart: one is named twice"
            })
    void wrongUseIsExplained(String options, String message) {
        CommandRun run = leaderboard(options.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith(message);
    }

    private static CommandRun leaderboard(String... options) {
        return CommandRun.of((out, err) -> LeaderboardJob.run(options, out, err));
    }
}
