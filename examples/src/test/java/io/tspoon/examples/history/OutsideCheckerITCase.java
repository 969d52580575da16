/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A checker that is not ours judges the histories: adya 0.1.0, an implementation of Elle's
 * inference from lists. Skipped where it is not on the path; {@code docs/testing.md} tells how to
 * get it.
 */
class OutsideCheckerITCase {
    private static final String CHECKER = "adya";
    private static final int VALID = 0;
    private static final int ANOMALOUS = 1;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir Path directory;

    @BeforeAll
    static void checkerIsInstalled() {
        Stream<String> path =
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
        assumeThat(path.anyMatch(entry -> Files.isExecutable(Path.of(entry, CHECKER))))
                .as("adya is on the path")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "PL3, LB, 5, 0",
        "PL3, TB, 5, 0",
        "PL3, TB, 1000, 0",
        "PL3, TB, 5, 500",
        "PL4, LB, 5, 0",
        "PL4, TB, 5, 0",
        "PL4, LB, 5, 500",
        "PL4, DT, 5, 0",
        "PL4, DT, 5, 500"
    })
    void isSerializable(String level, String mechanism, int keys, int failEvery) throws Exception {
        Verdict verdict = check(history(level, mechanism, keys, failEvery, 0));

        assertThat(verdict.exitCode()).as(verdict.report()).isEqualTo(VALID);
    }

    @ParameterizedTest
    @CsvSource({"PL3, LB, 0", "PL3, TB, 500", "PL4, DT, 0"})
    void callsAndStreamAreSerializable(String level, String mechanism, int failEvery)
            throws Exception {
        Verdict verdict = check(history(level, mechanism, 5, failEvery, 200));

        assertThat(verdict.exitCode()).as(verdict.report()).isEqualTo(VALID);
    }

    @Test
    void readCommittedLosesUpdates() throws Exception {
        Verdict verdict = check(history("PL2", "TB", 5, 0, 0));

        assertThat(verdict.exitCode()).as(verdict.report()).isEqualTo(ANOMALOUS);
        assertThat(verdict.report()).contains("lost-update");
    }

    /** The checker can say no: two neighbours change places in one of many reads. */
    @Test
    void swappedElementsOfOneReadAreReported() throws Exception {
        Path history = history("PL3", "LB", 5, 0, 0);
        swapLastTwoOfALongRead(history);

        Verdict verdict = check(history);

        assertThat(verdict.exitCode()).as(verdict.report()).isEqualTo(ANOMALOUS);
        assertThat(verdict.report()).contains("incompatible-order");
    }

    // ------------------------------------------------------------------ histories

    private Path history(String level, String mechanism, int keys, int failEvery, int calls) {
        Path file = directory.resolve("history.jsonl");
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--isolation=" + level,
                                "--concurrency-control=" + mechanism,
                                "--transactions=2000",
                                "--calls=" + calls,
                                "--keys=" + keys,
                                "--parallelism=4",
                                "--seed=7",
                                "--out=" + file));
        if (failEvery > 0) {
            options.add("--checkpoint-ms=100");
            options.add("--fail-every=" + failEvery);
        }
        HistoryRun run = HistoryRun.with(options.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return file;
    }

    private static void swapLastTwoOfALongRead(Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = mapper.readTree(lines.get(i));
            for (JsonNode step : line.get("value")) {
                if (step.get(2) instanceof ArrayNode seen && seen.size() > 10) {
                    int last = seen.size() - 1;
                    JsonNode other = seen.get(last - 1);
                    seen.set(last - 1, seen.get(last));
                    seen.set(last, other);
                    lines.set(i, mapper.writeValueAsString(line));
                    Files.write(file, lines);
                    return;
                }
            }
        }
        throw new AssertionError("Cannot plant anomaly: no read is long enough, file=" + file);
    }

    // ------------------------------------------------------------------ the checker

    private record Verdict(int exitCode, String report) {}

    private Verdict check(Path history) throws Exception {
        Path report = directory.resolve("report.txt");
        Process process =
                new ProcessBuilder(
                                CHECKER,
                                "check",
                                "--model=list-append",
                                "--consistency-models=serializable",
                                history.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(report.toFile())
                        .start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as("checker ends").isTrue();
        return new Verdict(process.exitValue(), Files.readString(report));
    }
}
