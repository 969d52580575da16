/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.job.Version;
import io.tspoon.examples.trial.Verdict;

import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.DynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

/** Faults that strike a job of one cluster, one after the other, as tests; the last one judges. */
final class Strikes {
    static final Map<String, String> SHORT_TIMEOUTS =
            Map.of(
                    "heartbeat.timeout",
                    "12 s",
                    "tspoon.settle.deadline",
                    "15 s",
                    // A new connection; the one that was cut waits as long as it has waited.
                    "taskmanager.network.tcp-connection.enable-reuse-across-jobs",
                    "false");

    private Strikes() {}

    static Stream<DynamicTest> strike(
            Set<FaultKind> kinds, LogPlace log, Map<String, String> options) throws Exception {
        return strike(kinds, log, options, Version.BALANCES, Strikes::judge);
    }

    /** The same with timers beside, which are judged, too. */
    static Stream<DynamicTest> strikeTimers(Set<FaultKind> kinds, LogPlace log) throws Exception {
        return strike(kinds, log, Map.of(), Version.BOOKINGS, Strikes::judgeTimers);
    }

    /** What is tried in the end. */
    private interface Judging {
        void judge(FaultGround ground) throws Exception;
    }

    private static Stream<DynamicTest> strike(
            Set<FaultKind> kinds,
            LogPlace log,
            Map<String, String> options,
            Version version,
            Judging judging)
            throws Exception {
        // Kept until the next run: it tells what happened.
        Path files = Path.of("target", "faults", log.name()).toAbsolutePath();
        FileUtils.deleteDirectoryQuietly(files.toFile());
        Path directory = Files.createTempDirectory(Files.createDirectories(files), "run");
        TrialSettings settings = TrialSettings.of(log.durability()).version(version);
        FaultGround ground = FaultGround.open(FlinkHome.find(), directory, log, options, settings);
        ground.trial().begin();
        Faults faults = new Faults(ground);
        return Stream.concat(
                        kinds.stream().map(kind -> strike(faults, kind, log)),
                        Stream.of(
                                dynamicTest(
                                        "nothing is lost or done twice",
                                        () -> judging.judge(ground))))
                .onClose(() -> close(ground));
    }

    private static DynamicTest strike(Faults faults, FaultKind kind, LogPlace log) {
        return dynamicTest(
                kind.words(),
                () -> {
                    Optional<String> obstacle = kind.obstacle(log);
                    assumeTrue(obstacle.isEmpty(), () -> "skipped: " + obstacle.orElse(""));
                    System.out.println(faults.strike(kind).line());
                });
    }

    private static void judgeTimers(FaultGround ground) throws Exception {
        BookingTrial bookings = new BookingTrial(ground.trial());
        bookings.finish();
        judge(ground);
        BookingVerdict verdict = bookings.judge();
        System.out.println(verdict.line());
        assertThat(bookings.problems()).isEmpty();
        assertThat(verdict.counts())
                .containsKeys("aborted", "cancelled", "denied", "deleted", "expired", "refused");
    }

    private static void judge(FaultGround ground) throws Exception {
        Verdict verdict = ground.finish();
        System.out.println(verdict.reads().line());
        assertThat(verdict.firstViolations()).isEmpty();
        assertThat(verdict.committed()).isPositive();
        assertThat(verdict.aborted()).isPositive();
    }

    private static void close(FaultGround ground) {
        try {
            ground.close();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot close the cluster", e);
        }
    }
}
