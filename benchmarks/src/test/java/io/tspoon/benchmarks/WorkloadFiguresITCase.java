/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.report.Page;

import com.fasterxml.jackson.databind.JsonNode;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What short runs of the workloads measure besides throughput; no word about speed. */
class WorkloadFiguresITCase {
    @TempDir private Path directory;

    @Test
    void latencyOfTransactionsThatAbortIsMeasured() throws IOException {
        JsonNode measured =
                ShortRun.of(directory, "A8", "tb-pl3-abort100").path("configurations").get(0);

        assertThat(measured.path("aborted_share").path("median").asDouble()).isEqualTo(1);
        assertThat(measured.path("idle_latency_ms").path("p50").path("median").asDouble())
                .isPositive();
    }

    @Test
    void readsAreMeasuredAndWhatTheyCost() throws IOException {
        JsonNode report = ShortRun.of(directory, "A9", "fresh-key,transfers-beside-keys-100");
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

    /**
     * Half of the answers take the median or longer, and 32 connections wait for one each. The
     * first answer of a connection may have been awaited since before the half second that counts.
     */
    private static void readsBesideFullLoadAreMeasured(JsonNode reads) {
        double perSecond = reads.path("per_s").path("median").asDouble();
        double p50Ms = reads.path("p50_ms").path("median").asDouble();
        double p99Ms = reads.path("p99_ms").path("median").asDouble();

        assertThat(perSecond).isPositive();
        assertThat(p50Ms)
                .isPositive()
                .isLessThanOrEqualTo(p99Ms)
                .isLessThan(2 * 32 * 1_000 / perSecond * (1 + p99Ms / 500));
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
        JsonNode measured =
                ShortRun.of(directory, "A10", "lb-pl3-off,lb-pl3-on").path("configurations");

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
        JsonNode measured =
                ShortRun.of(directory, "A11", "accounts-100000-6k").path("configurations").get(0);

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
        JsonNode measured =
                ShortRun.of(directory, "D", "rocksdb-10k").path("configurations").get(0);

        assertThat(measured.path("failure").isNull()).isTrue();
        assertThat(measured.path("verified").asBoolean()).isTrue();
        JsonNode changes = measured.path("elasticity").path("changes");
        assertThat(changes.findValuesAsText("name"))
                .containsExactly(
                        "savepoint 2 to 4",
                        "savepoint 4 to 1",
                        "live 2 to 4",
                        "live 4 to 2",
                        "live 4 to 1",
                        "TaskManager shut down");
        double readBytes = 0;
        for (JsonNode change : changes) {
            assertThat(change.path("silent_ms").path("median").asDouble()).isPositive();
            assertThat(change.path("full_rate_ms").path("median").asDouble()).isPositive();
            JsonNode phases = change.path("phases");
            assertThat(phases.path("starts").path("median").asInt()).as("starts").isPositive();
            readBytes += phases.path("read_bytes").path("median").asDouble();
            assertThat(phases.path("first_checkpoint_bytes").path("median").asDouble())
                    .isPositive();
        }
        assertThat(readBytes).as("small files are a part of what they are named in").isPositive();
        assertThat(changes.get(2).at("/phases/checkpoint_ms/median").asDouble(-1))
                .as("until the checkpoint at which a live change begins")
                .isBetween(0.0, 20_000.0); // Flink's own pause between two changes is 30 s
    }

    @Test
    void sustainableRateIsFound() throws IOException {
        JsonNode measured =
                ShortRun.of(directory, "A1", "plain-heap", "--sustainable", "--no-latency")
                        .path("configurations")
                        .get(0);

        JsonNode sustainable = measured.path("rounds").get(0).path("sustainable");
        assertThat(sustainable.path("limitMs").asDouble())
                .isPositive()
                .isEqualTo(measured.path("sustainable_limit_ms").path("median").asDouble());
        assertThat(sustainable.path("steps")).isNotEmpty();
    }
}
