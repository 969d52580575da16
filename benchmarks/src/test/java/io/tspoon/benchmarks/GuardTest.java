/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

class GuardTest {
    @TempDir private Path directory;
    private Path baseline;

    @BeforeEach
    void store() throws IOException {
        baseline = directory.resolve("baseline.json");
        Files.writeString(baseline, "{\"A1/ours\": 1.0, \"A1/other\": 2.0}");
    }

    @Test
    void ratioThatHasLostLittleIsGood() throws IOException {
        assertThat(compare(0.6)).isZero();
    }

    @Test
    void ratioThatHasLostTooMuchIsAnError() throws IOException {
        assertThat(compare(0.4)).isEqualTo(1);
        assertThat(compare(0.6, "--threshold", "0.7")).isEqualTo(1);
    }

    @Test
    void comparingNothingIsAnError() throws IOException {
        Files.writeString(baseline, "{\"A1/other\": 2.0}");

        assertThat(compare(1)).isEqualTo(1);
    }

    @Test
    void updateStoresWhatIsMeasuredAndKeepsOthers() throws IOException {
        assertThat(compare(0.3, "--update")).isZero();

        assertThat(compare(0.3)).isZero();
        assertThat(Files.readString(baseline)).contains("\"A1/other\" : 2.0");
    }

    private int compare(double ratio, String... more) throws IOException {
        Path results = directory.resolve("a1.json");
        Files.writeString(
                results,
                """
                {"workload": "A1", "configurations": [
                  {"name": "plain", "baseline": "plain",
                   "ratio_to_plain_flink": {"median": 1}},
                  {"name": "ours", "baseline": "plain",
                   "ratio_to_plain_flink": {"median": %s}}]}
                """
                        .formatted(ratio));
        String line = "compare --baseline " + baseline + " " + String.join(" ", more);
        return MacroBenchmarks.run((line.strip() + " " + results).split(" "));
    }
}
