/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

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
        "A12, 'plain-p1,loop-p2,tb-pl3-p2,dt-p2'",
        "A13, 'dt-10'",
        "A14, 'tb-pl4-both-100,dt-both-100'",
        "A15, 'tb-pl3-named-2'",
        "A16, 'plain-heap,load-heap'",
        "A17, 'tb-pl3-none,tb-pl3-timers,dt-timers'",
        "A8, 'tb-pl3-abort0,tb-pl3-abort50,lb-pl3-abort100'",
        "A10, 'tb-pl3-off,tb-pl3-on,lb-pl3-on,tb-pl3-content'",
        "E1, 'tb-calls-log,tb-batch1000,stream-pl4-beside-calls'",
        "G1, 'between-2,inside-2,calls-2'",
        "G2, 'window,value'",
        "G3, 'weak-1,strong-1'"
    })
    void measuresAndVerifies(String workload, String configurations) throws IOException {
        ShortRun.isMeasuredAndVerified(directory, workload, configurations);
    }

    /** As slow as it says: each transfer keeps two instances busy, or one of them twice. */
    @Test
    void functionsOfPlainFlinkAreBusy() throws IOException {
        JsonNode report = ShortRun.of(directory, "A7", "plain-5ms", "--no-latency");

        int instances = report.path("parameters").path("parallelism").asInt();
        double most = instances * 1_000.0 / 5 / 2;
        JsonNode throughput = report.path("configurations").get(0).path("throughput_per_s");
        assertThat(throughput.path("median").asDouble()).isPositive().isLessThan(1.1 * most);
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
}
