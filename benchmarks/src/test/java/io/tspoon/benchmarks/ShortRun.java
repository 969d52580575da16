/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** One round of a workload, as short as it may be, in this JVM. */
final class ShortRun {
    private ShortRun() {}

    /** Gives the report; what else is to be measured, or not, comes last. */
    static JsonNode of(Path directory, String workload, String configurations, String... more)
            throws IOException {
        Path json = directory.resolve(workload + ".json");
        String line =
                workload
                        + " --rounds 1 --seconds "
                        + secondsOf(workload)
                        + " --warm-up 0 --no-fork --configurations "
                        + configurations
                        + " --json "
                        + json
                        + " "
                        + String.join(" ", more);

        assertThat(MacroBenchmarks.run(line.strip().split(" "))).isZero();

        return new ObjectMapper().readTree(json.toFile());
    }

    /** Each configuration has a result, which is checked unless it is plain Flink's. */
    static void isMeasuredAndVerified(Path directory, String workload, String configurations)
            throws IOException {
        JsonNode report = of(directory, workload, configurations, "--no-latency");

        assertThat(report.path("workload").asText()).isEqualTo(workload);
        assertThat(report.path("configurations").findValuesAsText("name"))
                .containsExactly(configurations.split(","));
        for (JsonNode one : report.path("configurations")) {
            assumeTrue(one.path("skipped").isNull(), one.path("skipped").asText());
            String name = one.path("name").asText();
            assertThat(one.path("failure").isNull()).isTrue();
            assertThat(one.path("verified").asBoolean()).isNotEqualTo(name.startsWith("plain"));
            assertThat(one.path("throughput_per_s").path("median").asDouble()).isPositive();
        }
    }

    /** Longer with a slow function, and with a disk, which may stand still for a while. */
    private static String secondsOf(String workload) {
        return switch (workload) {
            case "A7" -> "3";
            case "A10" -> "2";
            case "G1", "G2" -> "1";
            default -> "0.5";
        };
    }
}
