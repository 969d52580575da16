/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.RoundSettings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
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
    private static final String COMMIT = "tspoon.commit";

    @TempDir private Path directory;

    @AfterEach
    void forgetCommit() {
        System.clearProperty(COMMIT);
    }

    @Test
    void measuresAndVerifiesPlainFlinkAndBothMechanisms() throws IOException {
        Path json = directory.resolve("a1.json");
        System.setProperty(COMMIT, "0123abc");

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
        isDescribed(report.path("machine"));
        assertThat(report.path("parameters").path("accounts").asInt()).isEqualTo(100_000);
        JsonNode configurations = report.path("configurations");
        assertThat(configurations.findValuesAsText("name"))
                .containsExactly("plain-heap", "tspoon-tb-heap", "tspoon-lb-heap");
        configurations.forEach(A1ITCase::hasSaneFigures);
        assertThat(configurations.get(0).path("ratio_to_plain_flink").path("median").asDouble())
                .isEqualTo(1);
        assertThat(median(configurations.get(0), "retries_per_transfer")).isZero();
        for (JsonNode transactional : List.of(configurations.get(1), configurations.get(2))) {
            assertThat(transactional.path("verified").asBoolean()).isTrue();
            assertThat(median(transactional, "retries_per_transfer"))
                    .isGreaterThan(0)
                    .isLessThan(1);
            JsonNode verified = transactional.path("rounds").get(0).path("verified");
            assertThat(verified.path("transfers").asInt())
                    .isEqualTo(RoundSettings.VERIFIED_TRANSFERS);
        }
    }

    private static void isDescribed(JsonNode machine) {
        assertThat(machine.path("cores").asInt()).isPositive();
        assertThat(machine.path("cpu").asText()).isNotBlank();
        assertThat(machine.path("jvm").asText()).endsWith(System.getProperty("java.vm.version"));
        assertThat(machine.path("flink").asText()).matches("\\d+\\.\\d+.*");
        assertThat(machine.path("database").isNull()).isTrue();
        assertThat(machine.path("commit").asText()).isEqualTo("0123abc");
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
        JsonNode database = report.path("machine").path("database");
        JsonNode skipped = report.path("configurations").get(0).path("skipped");
        assertThat(database.isNull()).isNotEqualTo(skipped.isNull());
        assumeTrue(skipped.isNull(), skipped.asText());
        assertThat(database.asText()).matches("PostgreSQL \\d+\\.\\d+.*");
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
        assertThat(median(configuration, "bytes_per_transfer")).isBetween(100.0, 100_000.0);
        hasMeasuredAll(configuration);
    }

    /** The figures are made of the rounds, each of which is there as it was measured. */
    private static void hasMeasuredAll(JsonNode configuration) {
        assertThat(configuration.path("rounds")).hasSize(1);
        JsonNode round = configuration.path("rounds").get(0);
        JsonNode throughput = round.path("throughput");
        assertThat(throughput.path("perSecond").asDouble())
                .isEqualTo(median(configuration, "throughput_per_s"));
        assertThat(throughput.path("retriesPerTransfer").asDouble())
                .isEqualTo(median(configuration, "retries_per_transfer"));
        assertThat(throughput.path("bytesPerTransfer").asDouble())
                .isEqualTo(median(configuration, "bytes_per_transfer"));
        assertThat(throughput.path("slices")).hasSize(1);
        assertThat(throughput.path("slices").get(0).asLong()).isPositive();
        assertThat(round.path("idle").path("p50Ms").asDouble())
                .isEqualTo(median(configuration.path("idle_latency_ms"), "p50"));
        assertThat(round.path("loaded").path("p99Ms").asDouble())
                .isEqualTo(median(configuration.path("loaded_latency_ms"), "p99"));
    }

    private static double median(JsonNode of, String figure) {
        JsonNode median = of.path(figure).path("median");
        assertThat(median.isNumber()).as(figure).isTrue();
        return median.asDouble();
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
        RoundSettings settings = new RoundSettings(1, 1, 0, 2, 10, false, false, null, null, 0);

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
