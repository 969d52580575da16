/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.measure.Workload;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.nio.file.Path;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

class RunOptionsTest {
    @TempDir private Path directory;

    @Test
    void recordingsAreNamedAfterTheWorkloadToo() {
        RunOptions options = parse("--jfr", "dir/a.jfr");

        assertThat(options.settings(1, "A4", "plain-1").recording())
                .endsWith("/a-A4-plain-1-1.jfr");
        assertThat(options.settings(1, "A5", "plain-1").recording())
                .endsWith("/a-A5-plain-1-1.jfr");
        assertThat(parse().settings(1, "A4", "plain-1").recording()).isNull();
    }

    @Test
    void directoryOfLogsIsMade() {
        Path logs = directory.resolve("disk/logs");

        parse("--log-dir", logs.toString()).check();

        assertThat(logs).isDirectory();
    }

    @Test
    void optionsThatChangeNothingAreTold() {
        RunOptions options = parse("--warm-up", "3", "--parallelism", "4", "--rounds", "1");

        assertThat(options.unusedIn(workload("A1"))).isEmpty();
        assertThat(options.unusedIn(workload("A11"))).containsExactly("--warm-up");
        assertThat(options.unusedIn(workload("D"))).containsExactly("--warm-up", "--parallelism");
        assertThat(parse().unusedIn(workload("D"))).isEmpty();
    }

    @Test
    void reportsSayNothingThatDidNotTakePlace() {
        assertThat(parameters("A1").path("warm_up_seconds").asDouble()).isEqualTo(3);
        assertThat(parameters("A1").path("parallelism").asInt()).isEqualTo(4);
        assertThat(parameters("A11").path("warm_up_seconds").asDouble()).isZero();
        assertThat(parameters("A11").path("seconds").asDouble()).isZero();
        assertThat(parameters("A11").path("parallelism").asInt()).isEqualTo(4);
        assertThat(parameters("D").path("warm_up_seconds").asDouble()).isZero();
        assertThat(parameters("D").path("seconds").asDouble()).isEqualTo(5);
        assertThat(parameters("D").path("parallelism").asInt()).isEqualTo(2);
    }

    private static JsonNode parameters(String id) {
        Workload workload = workload(id);
        RunOptions options = parse("--warm-up", "3", "--parallelism", "4");
        return new JsonReport(
                        workload,
                        new Comparison(workload.configurations()),
                        options.settings(1),
                        true)
                .root()
                .path("parameters");
    }

    private static Workload workload(String id) {
        return Objects.requireNonNull(Workloads.named(id));
    }

    private static RunOptions parse(String... arguments) {
        Program program = new Program();
        new CommandLine(program).parseArgs(arguments);
        return program.options;
    }

    @Command
    private static final class Program {
        @Mixin private RunOptions options;
    }
}
