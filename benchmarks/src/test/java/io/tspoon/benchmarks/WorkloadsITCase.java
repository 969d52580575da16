/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.report.Page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Short runs of the workloads, with their checks of results; no word about speed. */
class WorkloadsITCase {
    @TempDir private Path directory;

    /** Skipped with a reason where PostgreSQL is needed and not installed. */
    @ParameterizedTest
    @CsvSource({
        "A1, 'serial-heap,serial-array,memory-loop'",
        "A1, 'plain-rocksdb,tspoon-tb-rocksdb'",
        "A1, 'postgres-locks,flink-postgres'",
        "A2, 'tb-pl3-single0,tb-pl3-single50,lb-pl3-single100'",
        "A3, 'tb-pl2,tb-pl3,tb-pl4,lb-pl3,lb-pl4'",
        "A4, 'plain-4,chain-4,graphs-4,plain-same-key-4,same-key-4'",
        "A5, 'plain-4,parallel-4,graphs-4'",
        "A6, 'tb-pl3-10,tb-pl4-100,lb-pl3-10'",
        "A7, 'tb-pl4-30ms'",
        "A12, 'plain-p1,loop-p2,tb-pl3-p2'",
        "B-GS, 'plain-reads50,tb-pl3-reads50,lb-pl3-reads50'",
        "B-SL, 'plain-skew60,tb-pl3-skew60,lb-pl3-skew60'",
        "B-OB, 'plain,lb-pl3'",
        "B-TP, 'tb-pl3,lb-pl3,tb-pl3-same-key,lb-pl3-same-key'",
        "C, 'serial,tb-pl4,lb-pl4'",
        "A8, 'tb-pl3-abort0,tb-pl3-abort50,lb-pl3-abort100'",
        "A10, 'tb-pl3-off,tb-pl3-on,lb-pl3-on,tb-pl3-content'"
    })
    void measuresAndVerifies(String workload, String configurations) throws IOException {
        JsonNode report = run(workload, configurations, "--no-latency");

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

    /** As slow as it says: each transfer keeps two instances busy, or one of them twice. */
    @Test
    void functionsOfPlainFlinkAreBusy() throws IOException {
        JsonNode report = run("A7", "plain-5ms", "--no-latency");

        int instances = report.path("parameters").path("parallelism").asInt();
        double most = instances * 1_000.0 / 5 / 2;
        JsonNode throughput = report.path("configurations").get(0).path("throughput_per_s");
        assertThat(throughput.path("median").asDouble()).isPositive().isLessThan(1.1 * most);
    }

    @Test
    void latencyOfTransactionsThatAbortIsMeasured() throws IOException {
        JsonNode measured = run("A8", "tb-pl3-abort100").path("configurations").get(0);

        assertThat(measured.path("aborted_share").path("median").asDouble()).isEqualTo(1);
        assertThat(measured.path("idle_latency_ms").path("p50").path("median").asDouble())
                .isPositive();
    }

    @Test
    void readsAreMeasuredAndWhatTheyCost() throws IOException {
        JsonNode report = run("A9", "fresh-key,transfers-beside-keys-100");
        JsonNode measured = report.path("configurations");

        for (JsonNode one : measured) {
            assertThat(one.path("failure").isNull()).isTrue();
            assertThat(one.path("verified").asBoolean()).isTrue();
            assertThat(one.path("throughput_per_s").path("median").asDouble()).isPositive();
            for (String latency : List.of("idle_latency_ms", "loaded_latency_ms")) {
                assertThat(one.path(latency).path("recorded_share").path("median").asDouble())
                        .as(latency)
                        .isPositive();
            }
        }
        assertThat(measured.get(0).path("rounds").get(0).path("verified").path("transfers").asInt())
                .isPositive();
        assertThat(measured.get(0).path("reads").isNull()).isTrue();
        readsBesideFullLoadAreMeasured(measured.get(1).path("reads"));
        assertThat(new Page(List.of(report)).markdown())
                .contains("| reads beside | per second | min | max | p50, ms | p99, ms |");
    }

    /** Half of the answers take the median or longer, and 32 connections wait for one each. */
    private static void readsBesideFullLoadAreMeasured(JsonNode reads) {
        double perSecond = reads.path("per_s").path("median").asDouble();
        double p50Ms = reads.path("p50_ms").path("median").asDouble();

        assertThat(perSecond).isPositive();
        assertThat(p50Ms).isPositive().isLessThan(2 * 32 * 1_000 / perSecond);
        assertThat(reads.path("p99_ms").path("median").asDouble()).isGreaterThanOrEqualTo(p50Ms);
    }

    /** As many processors as slots: the collector has a thread for each of them. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void roundIsRecordedAndHasTheProcessorsOfItsConfiguration() throws IOException {
        String line =
                "A12 --rounds 1 --seconds 0.5 --warm-up 0 --no-latency --configurations tb-pl3-p1"
                        + " --jfr "
                        + directory.resolve("a.jfr");

        assertThat(MacroBenchmarks.run(line.split(" "))).isZero();

        Path recording = directory.resolve("a-A12-tb-pl3-p1-1.jfr");
        assertThat(RecordingFile.readAllEvents(recording))
                .filteredOn(event -> event.getEventType().getName().equals("jdk.GCConfiguration"))
                .isNotEmpty()
                .allMatch(event -> event.getLong("parallelGCThreads") == 1);
    }

    @Test
    void whatTheLogCostsIsMeasured() throws IOException {
        JsonNode measured = run("A10", "lb-pl3-off,lb-pl3-on").path("configurations");

        assertThat(measured.get(0).path("log").isNull()).isTrue();
        JsonNode log = measured.get(1).path("log");
        assertThat(log.path("file_system").asText()).isNotEmpty();
        for (String figure : List.of("flushes_per_s", "bytes_per_s", "sync_ms")) {
            assertThat(log.path(figure).path("median").asDouble()).as(figure).isPositive();
        }
        for (JsonNode one : measured) {
            assertThat(one.path("idle_latency_ms").path("p50").path("median").asDouble())
                    .isPositive();
        }
    }

    @Test
    void whatWasLoggedIsRepeated() throws IOException {
        JsonNode measured = run("A11", "accounts-100000-6k").path("configurations").get(0);

        assertThat(measured.path("failure").isNull()).isTrue();
        JsonNode recovery = measured.path("recovery");
        assertThat(recovery.path("transactions").asInt()).isEqualTo(6_000);
        assertThat(recovery.path("accounts").asInt()).isEqualTo(100_000);
        assertThat(recovery.path("log_bytes").path("median").asDouble()).isPositive();
        double ms = recovery.path("ms").path("median").asDouble();
        assertThat(ms).isPositive();
        assertThat(recovery.path("first_new_ms").path("median").asDouble()).isPositive();
    }

    /** And that nothing was lost or executed twice meanwhile. */
    @Test
    void changesOfTheParallelismAreMeasuredAndVerified() throws IOException {
        JsonNode measured = run("D", "rocksdb-10k").path("configurations").get(0);

        assertThat(measured.path("failure").isNull()).isTrue();
        assertThat(measured.path("verified").asBoolean()).isTrue();
        JsonNode changes = measured.path("elasticity").path("changes");
        assertThat(changes.findValuesAsText("name"))
                .containsExactly(
                        "savepoint 2 to 4",
                        "savepoint 4 to 1",
                        "live 2 to 4",
                        "live 4 to 2",
                        "TaskManager shut down");
        for (JsonNode change : changes) {
            assertThat(change.path("silent_ms").path("median").asDouble()).isPositive();
            assertThat(change.path("full_rate_ms").path("median").asDouble()).isPositive();
        }
    }

    @Test
    void sustainableRateIsFound() throws IOException {
        JsonNode measured =
                run("A1", "plain-heap", "--sustainable", "--no-latency")
                        .path("configurations")
                        .get(0);

        JsonNode sustainable = measured.path("rounds").get(0).path("sustainable");
        assertThat(sustainable.path("limitMs").asDouble())
                .isPositive()
                .isEqualTo(measured.path("sustainable_limit_ms").path("median").asDouble());
        assertThat(sustainable.path("steps")).isNotEmpty();
    }

    @Test
    void severalWorkloadsMakeOnePage() throws IOException {
        Path out = directory.resolve("out");
        String line =
                "A1 A12 --rounds 1 --seconds 0.5 --warm-up 0 --no-fork --no-latency"
                        + " --configurations memory-loop,plain-heap,plain-p1 --out "
                        + out;

        assertThat(MacroBenchmarks.run(line.split(" "))).isZero();

        assertThat(out.resolve("A1.json")).exists();
        assertThat(out.resolve("A12.json")).exists();
        assertThat(out.resolve("report.html")).content().contains("A1. ", "A12. ", "memory-loop");
    }

    /** With few accounts most accesses wait; what had to wait must not be kept. */
    @ParameterizedTest
    @ValueSource(strings = {"plain-heap", "A6/tb-pl3-100", "A6/lb-pl4-1000", "A10/tb-pl3-on"})
    void memoryOfShortRunDoesNotGrow(String configuration) {
        String line =
                "memory --minutes 0.1 --samples 6 --accounts 1000 --configuration " + configuration;

        assertThat(MacroBenchmarks.run(line.split(" "))).isZero();
    }

    private JsonNode run(String workload, String configurations, String... more)
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

    /** Longer with a slow function, and with a disk, which may stand still for a while. */
    private static String secondsOf(String workload) {
        return switch (workload) {
            case "A7" -> "3";
            case "A10" -> "2";
            default -> "0.5";
        };
    }
}
