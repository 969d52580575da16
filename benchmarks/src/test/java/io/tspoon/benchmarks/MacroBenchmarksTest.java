/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Throughput;
import io.tspoon.benchmarks.measure.Workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class MacroBenchmarksTest {
    private static final Throughput THROUGHPUT =
            new Throughput(1_000, 1, 0, 1_000, 0, 0, 0, 100, Map.of(), List.of(1_000L));

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "A1 --rounds 0",
                "A1 --seconds 0",
                "A1 --parallelism x",
                "A1 --accounts 1",
                "A1 --configurations plain-heap,unheard-of",
                "A1 --unheard-of",
                "A3 --configurations plain-heap",
                "A1 Z9",
                "A1 A3 --json x",
                "memory --samples 2",
                "memory --configuration memory-loop",
                "memory --configuration Z9/tb-pl3",
                "Z9",
                "A1 --seconds NaN",
                "A1 --warm-up Infinity",
                "A1 --configurations plain-heap,tspoon-tb-heap,plain-heap",
                "A1 --json no/such/directory/a1.json",
                "A1 --json src",
                "A1 --out pom.xml",
                "A1 --out pom.xml/out",
                "A1 --log-dir pom.xml",
                "A1 --jfr no/such/directory/a1.jfr",
                "memory --parallelism 0",
                "memory --accounts 1",
                "memory --minutes 0",
                "memory --log-dir pom.xml",
                "report baseline.json",
                "report --html x.html no-such.json",
                "report --html x.html baseline.json",
                "report --html x.html README.md",
                "report --html no/such/directory/x.html baseline.json",
                "compare no-such.json",
                "compare src",
                "compare README.md",
                "compare --baseline no-such.json baseline.json",
                "guard --baseline no-such.json"
            })
    void wrongOptionsEndWithCodeTwo(String line) {
        assertThat(MacroBenchmarks.run(line.isEmpty() ? new String[0] : line.split(" ")))
                .isEqualTo(2);
    }

    @Test
    void wrongResultEndsWithCodeOneAndTheReportSaysWhy() throws IOException {
        Subject right = (configuration, settings) -> Round.of(THROUGHPUT);
        Subject wrong =
                (configuration, settings) -> {
                    throw new BenchmarkException("Cannot trust bank: money is not conserved");
                };

        assertThat(run(right, right)).isZero();
        assertThat(run(wrong, right)).isEqualTo(1);

        JsonNode measured = report().path("configurations");
        assertThat(measured.get(0).path("failure").asText())
                .isEqualTo("Cannot trust bank: money is not conserved");
        assertThat(measured.get(1).path("failure").isNull()).isTrue();
    }

    @Test
    void configurationsAlternateForthAndBack() {
        List<String> order = new ArrayList<>();
        Subject recorded =
                (configuration, settings) -> {
                    order.add(configuration.name() + " " + settings.number());
                    return Round.of(THROUGHPUT);
                };

        assertThat(run(recorded, recorded)).isZero();

        assertThat(order)
                .containsExactly("one 1", "other 1", "other 2", "one 2", "one 3", "other 3");
    }

    @Test
    void figuresAreOnTheTerminalToo() {
        PrintStream terminal = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            run(new OfDatabase("Not installed.", null), new OfDatabase(null, null));
        } finally {
            System.setOut(terminal);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsSubsequence("X. Of a test.", "Skipped: one. Not installed.")
                .anyMatch(line -> line.matches("throughput +per second .*"))
                .anyMatch(line -> line.matches("other +[0-9,]+ .*"));
    }

    @Test
    void whatCannotBeRunIsSkippedAndTheReportSaysWhy() throws IOException {
        assertThat(run(new OfDatabase("Not installed.", "Base 1"), new OfDatabase(null, null)))
                .isZero();

        JsonNode measured = report().path("configurations");
        assertThat(measured.get(0).path("skipped").asText()).isEqualTo("Not installed.");
        assertThat(measured.get(0).path("failure").isNull()).isTrue();
        assertThat(measured.get(0).path("rounds")).isEmpty();
        assertThat(measured.get(1).path("skipped").isNull()).isTrue();
        assertThat(measured.get(1).path("rounds")).hasSize(3);
        assertThat(Files.readString(directory.resolve("report.md")))
                .contains("- Skipped: one. Not installed.");
    }

    @Test
    void databaseThatWasMeasuredIsNamed() throws IOException {
        assertThat(run(new OfDatabase("Not installed.", "Base 1"), new OfDatabase(null, "Base 2")))
                .isZero();
        assertThat(report().path("machine").path("database").asText()).isEqualTo("Base 2");

        assertThat(run(new OfDatabase("Not installed.", "Base 1"), new OfDatabase(null, null)))
                .isZero();
        assertThat(report().path("machine").path("database").isNull()).isTrue();
    }

    /**
     * Measures at once.
     *
     * @param unavailable why it cannot be run; null if it can
     * @param database that it runs; null for none
     */
    private record OfDatabase(@Nullable String unavailable, @Nullable String database)
            implements Subject {
        @Override
        public Round run(Configuration configuration, RoundSettings settings) {
            assertThat(unavailable).isNull();
            return Round.of(THROUGHPUT);
        }
    }

    private int run(Subject one, Subject other) {
        List<Configuration> configurations =
                List.of(configuration("one", one), configuration("other", other));
        Workload workload = new Workload("X", "Of a test.", "x one", configurations);
        return MacroBenchmarks.run(
                List.of(workload), "X", "--no-fork", "--out", directory.toString());
    }

    private static Configuration configuration(String name, Subject subject) {
        return new Configuration(name, subject, "hashmap", "one", 0, Mix.TRANSFERS);
    }

    private JsonNode report() throws IOException {
        return new ObjectMapper().readTree(directory.resolve("X.json").toFile());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "A1 --help", "compare --help", "memory --help"})
    void helpEndsWithCodeZero(String line) {
        assertThat(MacroBenchmarks.run(line.split(" "))).isZero();
    }
}
