/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

class CommandLineTest {
    @Test
    void helpNamesTheOptions() {
        SoakTrial trial = SoakTrial.with("--help");
        assertThat(trial.exitCode()).isZero();
        assertThat(trial.out())
                .contains(
                        "--seconds", "--seed", "--durability", "--mode", "--isolation", "LB|TB|DT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--secs 5 | Cannot run crash-soak: Unknown option",
                "--seconds 0 | Cannot run crash-soak: the value is out of range, --seconds=0",
                "--parallelism 0 | Cannot run crash-soak: the value is out of range",
                "--rate 0 | Cannot run crash-soak: the value is out of range",
                "--accounts 1 | Cannot run crash-soak: the value is out of range",
                "--mode threads | Cannot run crash-soak: Invalid value for option '--mode'",
                "--durability RAM | Cannot run crash-soak: Invalid value for option",
                "--crashes logged | Cannot run crash-soak: there are no such crashes here,"
                        + " --crashes=",
                "--isolation PL2 | Cannot run crash-soak: below PL3 balances need not follow",
            })
    void wrongUseIsExplained(String options, String message) {
        SoakTrial trial = SoakTrial.with(options.split(" "));
        assertThat(trial.exitCode()).isEqualTo(2);
        assertThat(trial.err()).startsWith(message);
        assertThat(trial.err()).contains("See --help.").doesNotContain("\tat");
    }

    @Test
    void directoryOfAnotherRunIsRefused(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve("results"));

        SoakTrial trial = SoakTrial.with("--directory=" + directory);

        assertThat(trial.exitCode()).isEqualTo(2);
        assertThat(trial.err()).contains("another run has left its files there");
    }

    @Test
    void directoryThatCannotBeMadeIsRefused(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        SoakTrial trial = SoakTrial.with("--directory=" + file);

        assertThat(trial.exitCode()).isEqualTo(2);
        assertThat(trial.err())
                .contains("the directory cannot be made", file.toString())
                .doesNotContain("\tat");
    }
}
