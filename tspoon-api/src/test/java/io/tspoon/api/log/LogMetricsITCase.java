/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.CoordinatorGauges;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What coordinators tell of their logs is so. Each number is a transaction that adds to a sum; the
 * source gives a number when the test lets it.
 */
class LogMetricsITCase {
    private static final CoordinatorGauges GAUGES = new CoordinatorGauges();

    @RegisterExtension
    static final MiniClusterExtension FLINK = EmbeddedFlink.cluster(GAUGES.configuration());

    private static final int PARALLELISM = 2;

    /** So many that a segment with half of them is larger than one that begins. */
    private static final int COUNT = 10_000;

    private static final int EARLY = COUNT / 4;
    private static final int KEYS = 5;

    /** For a recovery or a wait, however fast the machine is. */
    private static final long LONG_MS = 200;

    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Path logs;
    private HookedLog log;
    private Snapshots snapshots;
    private JobClient job;

    @BeforeEach
    void start(@InjectMiniCluster MiniCluster cluster) throws Exception {
        snapshots = new Snapshots(cluster, directory);
        logs = directory.resolve("log");
        log = new HookedLog(test, new FileLog(logs.toUri().toString()));
        job = startJob();
        GatedNumbers.open(gate(0));
        GatedNumbers.open(gate(1));
        Tap.await(test, COUNT, job.getJobExecutionResult());
    }

    @AfterEach
    void cancel() throws Exception {
        log.hooks().read();
        if (job != null) {
            EmbeddedFlink.cancel(job);
        }
    }

    /** Nothing is written meanwhile. */
    @Test
    void bytesAreThoseOfTheFilesAndFallWithACheckpoint() throws Exception {
        List<Long> before = GAUGES.values(job, 0, "logBytes");
        assertThat(before).isEqualTo(sizes());

        snapshots.checkpoint(job);

        List<Long> after =
                GAUGES.await(
                        job,
                        0,
                        "logBytes",
                        bytes -> bytes.equals(sizes()) && isLess(bytes, before));
        assertThat(after).hasSize(PARALLELISM).allSatisfy(bytes -> assertThat(bytes).isPositive());
    }

    /** An operator may stop the job with a savepoint, and go on without the log, when it is 0. */
    @Test
    void awaitedInputsAreThoseThatTheSourceHasNotGivenAgain() throws Exception {
        assertThat(GAUGES.values(job, 0, "awaitedInputs")).containsExactly(0L, 0L);
        GatedNumbers.close(gate(0));
        GatedNumbers.close(gate(1));

        long begun = System.nanoTime();
        log.hooks().holdReads();
        log.hooks().failJob();
        log.hooks().awaitReading();
        long reading = System.nanoTime();
        assertThat(log.hooks().opensMoreThan(2 * PARALLELISM, LONG_MS)).isFalse();
        assertThat(GAUGES.values(job, 1, "lastLogRecoveryMs")).containsExactly(0L, 0L);
        long readMs = millisSince(reading);
        log.hooks().read();

        List<Long> recovered = GAUGES.await(job, 1, "lastLogRecoveryMs", ms -> !ms.contains(0L));
        assertThat(GAUGES.values(job, 1, "awaitedInputs"))
                .isEqualTo(Collections.nCopies(PARALLELISM, (long) COUNT));
        assertThat(Collections.max(recovered)).isBetween(readMs, millisSince(begun));
        GatedNumbers.open(gate(0));
        GAUGES.await(job, 1, "awaitedInputs", PARALLELISM, COUNT - EARLY);
        GatedNumbers.open(gate(1));
        GAUGES.await(job, 1, "awaitedInputs", PARALLELISM, 0);
    }

    /** As of a disk that dies, or a file server that does not answer: nothing fails. */
    @Test
    void whatWaitsForALogThatHangsIsTold() throws Exception {
        GAUGES.await(job, 0, "logWaitingMs", PARALLELISM, 0);
        log.hooks().hold();
        long begun = System.nanoTime();
        GatedNumbers.open(gate(2));

        List<Long> logs =
                GAUGES.await(job, 0, "logWaitingMs", ms -> Collections.max(ms) >= LONG_MS);
        assertThat(Collections.max(logs)).isLessThanOrEqualTo(millisSince(begun));
        assertThat(Collections.min(logs)).as("nothing is in the other log").isZero();
        assertThat(Collections.max(GAUGES.values(job, 0, "oldestTransactionMs")))
                .isBetween(Collections.max(logs), millisSince(begun));

        GatedNumbers.open(gate(3));
        List<Long> unused = GAUGES.await(job, 0, "waiting", all -> Collections.max(all) == 1);

        log.hooks().release();
        for (String gauge : List.of("logWaitingMs", "oldestTransactionMs", "waiting")) {
            GAUGES.await(job, 0, gauge, PARALLELISM, 0);
        }
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    private static boolean isLess(List<Long> bytes, List<Long> before) {
        for (int i = 0; i < PARALLELISM; i++) {
            if (bytes.get(i) >= before.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** What the part of each coordinator takes in the file system. */
    private List<Long> sizes() {
        List<Long> sizes = new ArrayList<>();
        for (int part = 0; part < PARALLELISM; part++) {
            try (Stream<Path> files = Files.list(logs.resolve("sums/" + part))) {
                sizes.add(files.mapToLong(LogMetricsITCase::size).sum());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sizes;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0; // deleted by now
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JobClient startJob() throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        PARALLELISM, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofHours(1)));
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        0,
                                        COUNT + KEYS + 2,
                                        new Gate(gate(0), 0, EARLY),
                                        new Gate(gate(1), EARLY, COUNT),
                                        // the last of the others has the same key, and, as their
                                        // number is odd, the other coordinator
                                        new Gate(gate(2), COUNT, COUNT + 1),
                                        new Gate(gate(3), COUNT + 1, COUNT + KEYS + 1),
                                        new Gate(gate(4), COUNT + KEYS + 1, COUNT + KEYS + 2)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .setParallelism(1)
                        .uid("numbers");
        Tap.open(
                TransactionalGraph.named("sums")
                        .writeAheadLog(log)
                        .openTransaction(numbers, number -> Long.toString(number))
                        .map(number -> new Step(number, number % KEYS, number), Step.class)
                        .keyBy(Step::key)
                        .update(SUM, (sum, step) -> sum + step.amount())
                        .closeTransaction(),
                test);
        return environment.executeAsync();
    }

    private String gate(int number) {
        return test + "-" + number;
    }
}
