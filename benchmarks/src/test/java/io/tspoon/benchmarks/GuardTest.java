/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        Files.writeString(baseline, "{\"A1/ours\": 1.0, \"A2/other\": 2.0}");
    }

    @Test
    void ratioThatHasLostLittleIsGood() throws IOException {
        assertThat(compare(0.6)).isZero();
    }

    @Test
    void ratioThatHasLostTooMuchIsAnError() throws IOException {
        assertThat(compare(0.4)).isEqualTo(CompareCommand.LOST);
        assertThat(compare(0.6, "--threshold", "0.7")).isEqualTo(CompareCommand.LOST);
    }

    @Test
    void comparingNothingIsAnError() throws IOException {
        Files.writeString(baseline, "{\"A2/other\": 2.0}");

        assertThat(compare(1)).isEqualTo(CompareCommand.LOST);
    }

    @Test
    void updateStoresWhatIsMeasuredAndKeepsOthers() throws IOException {
        assertThat(compare(0.3, "--update")).isZero();

        assertThat(compare(0.3)).isZero();
        assertThat(Files.readString(baseline)).contains("\"A2/other\" : 2.0");
    }

    /** What the guard has stored was measured in another way. */
    @Test
    void runsAreComparedWithWhatIsNamed() throws IOException {
        assertThat(run("compare " + write("0.9"))).isEqualTo(2);
        assertThat(run("compare --update " + write("0.3"))).isEqualTo(2);
    }

    @Test
    void smallRatiosAreStored() throws IOException {
        assertThat(compare(0.00482, "--update")).isZero();

        assertThat(Files.readString(baseline)).contains("\"A1/ours\" : 0.00482");
    }

    @Test
    void storedRatioThatIsNotMeasuredAnyMoreIsAnError() throws IOException {
        Files.writeString(baseline, "{\"A1/ours\": 1.0, \"A1/failed\": 2.0}");

        assertThat(compare(1)).isEqualTo(CompareCommand.LOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"NaN\"", "\"Infinity\"", "\"fast\""})
    void ratioThatIsNoNumberIsAnErrorAndNotStored(String ratio) throws IOException {
        String before = Files.readString(baseline);

        assertThat(compare(ratio)).isEqualTo(CompareCommand.LOST);
        assertThat(compare(ratio, "--update")).isEqualTo(2);
        assertThat(baseline).hasContent(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "NaN", "1.1", "Infinity"})
    void thresholdIsAPart(String threshold) throws IOException {
        assertThat(compare(1, "--threshold", threshold)).isEqualTo(2);
        assertThat(run("guard --threshold " + threshold)).isEqualTo(2);
    }

    @Test
    void resultsWithoutRatiosAreNotStored() throws IOException {
        Path results = directory.resolve("none.json");
        Files.writeString(results, "{\"workload\": \"A1\", \"configurations\": []}");

        assertThat(run("compare --update --baseline " + baseline + " " + results)).isEqualTo(2);
    }

    @Test
    void twoFilesOfOneWorkloadAreRefused() throws IOException {
        Path results = write("1");

        assertThat(run("compare --baseline " + baseline + " " + results + " " + results))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{oops", "{\"A1/ours\": \"x\"}", "{\"A1/ours\": 0}"})
    void brokenBaselineIsRefusedBeforeAnythingIsMeasured(String content) throws IOException {
        Files.writeString(baseline, content);

        assertThat(compare(1)).isEqualTo(2);
        assertThat(run("guard --baseline " + baseline)).isEqualTo(2);
        assertThat(run("guard --update --baseline " + baseline)).isEqualTo(2);
    }

    @Test
    void missingBaselineIsRefusedBeforeAnythingIsMeasured() {
        assertThat(run("guard --baseline " + directory.resolve("none"))).isEqualTo(2);
        assertThat(run("guard --baseline " + directory)).isEqualTo(2);
        assertThat(run("guard --update --baseline " + directory)).isEqualTo(2);
    }

    private int compare(double ratio, String... more) throws IOException {
        return compare(Double.toString(ratio), more);
    }

    private int compare(String ratio, String... more) throws IOException {
        String line = "compare --baseline " + baseline + " " + String.join(" ", more);
        return run(line.strip() + " " + write(ratio));
    }

    private Path write(String ratio) throws IOException {
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
        return results;
    }

    private static int run(String line) {
        return MacroBenchmarks.run(line.split(" "));
    }
}
