/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.RoundSettings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A short run of everything; says nothing about speed. */
class A1ITCase {
    @TempDir private Path directory;

    @Test
    void measuresAndVerifiesPlainFlinkAndBothMechanisms() throws IOException {
        Path json = directory.resolve("a1.json");

        int exitCode =
                MacroBenchmarks.run(
                        "A1",
                        "--rounds",
                        "1",
                        "--seconds",
                        "1",
                        "--warm-up",
                        "0.5",
                        "--no-fork",
                        "--configurations",
                        "plain-heap,tspoon-tb-heap,tspoon-lb-heap",
                        "--json",
                        json.toString());

        assertThat(exitCode).isZero();
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        assertThat(report.path("machine").path("cores").asInt()).isPositive();
        assertThat(report.path("parameters").path("accounts").asInt()).isEqualTo(100_000);
        JsonNode configurations = report.path("configurations");
        assertThat(configurations.findValuesAsText("name"))
                .containsExactly("plain-heap", "tspoon-tb-heap", "tspoon-lb-heap");
        configurations.forEach(A1ITCase::hasSaneFigures);
        assertThat(configurations.get(0).path("ratio_to_plain_flink").path("median").asDouble())
                .isEqualTo(1);
        assertThat(configurations.get(1).path("verified").asBoolean()).isTrue();
        assertThat(configurations.get(2).path("verified").asBoolean()).isTrue();
    }

    /** Skipped with a reason where PostgreSQL is not installed. */
    @Test
    void postgresAloneAndBelowFlinkIsMeasuredAndVerified() throws IOException {
        Path json = directory.resolve("a1.json");
        String line =
                "A1 --rounds 1 --seconds 0.5 --warm-up 0 --no-fork --no-latency --accounts 1000"
                        + " --configurations postgres-serializable-async,flink-postgres-batch-async"
                        + " --json "
                        + json;

        assertThat(MacroBenchmarks.run(line.split(" "))).isZero();

        JsonNode report = new ObjectMapper().readTree(json.toFile());
        for (JsonNode one : report.path("configurations")) {
            assertThat(one.path("failure").isNull()).isTrue();
            assertThat(one.path("verified").asBoolean()).isEqualTo(one.path("skipped").isNull());
        }
        JsonNode skipped = report.path("configurations").get(0).path("skipped");
        assumeTrue(skipped.isNull(), skipped.asText());
    }

    private static void hasSaneFigures(JsonNode configuration) {
        assertThat(configuration.path("failure").isNull()).isTrue();
        for (String figure : List.of("throughput_per_s", "ratio_to_plain_flink", "cpus_used")) {
            JsonNode spread = configuration.path(figure);
            assertThat(spread.path("median").asDouble()).as(figure).isPositive();
            assertThat(spread.path("min").asDouble()).isEqualTo(spread.path("max").asDouble());
        }
        for (String latency : List.of("idle_latency_ms", "loaded_latency_ms")) {
            double p50 = configuration.path(latency).path("p50").path("median").asDouble();
            double p99 = configuration.path(latency).path("p99").path("median").asDouble();
            assertThat(p50).as(latency).isPositive();
            assertThat(p99).as(latency).isGreaterThanOrEqualTo(p50);
        }
    }

    @Test
    void roundThatFailsInItsJvmIsAFailure() {
        Configuration unheardOf =
                new Configuration(
                        "unheard-of",
                        (configuration, settings) -> {
                            throw new AssertionError("not in this JVM");
                        },
                        "hashmap",
                        "unheard-of",
                        0,
                        Mix.TRANSFERS);
        RoundSettings settings = new RoundSettings(1, 1, 0, 2, 10, false, false, null, null);

        assertThatThrownBy(() -> new ForkedRounds("A1").run(unheardOf, settings))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("its process failed, see above, exit code=1");
    }

    @Test
    void runsRoundInJvmOfItsOwn() throws IOException {
        Path json = directory.resolve("a1.json");

        int exitCode =
                MacroBenchmarks.run(
                        "A1",
                        "--rounds",
                        "1",
                        "--seconds",
                        "1",
                        "--warm-up",
                        "0",
                        "--no-latency",
                        "--configurations",
                        "source-only",
                        "--json",
                        json.toString());

        assertThat(exitCode).isZero();
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        JsonNode throughput = report.path("configurations").get(0).path("throughput_per_s");
        assertThat(throughput.path("median").asDouble()).isPositive();
    }
}
