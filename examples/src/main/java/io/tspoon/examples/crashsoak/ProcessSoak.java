/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.ChildJvm;
import io.tspoon.examples.trial.Observer;

import org.apache.flink.api.common.JobID;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs the job in a process that is killed as planned; then another process goes on from the newest
 * checkpoint on disk. One process at a time.
 */
final class ProcessSoak {
    private static final String HEAP = "-Xmx768m";
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** So that a slow start does not leave the job in peace. */
    private static final int FEWEST_KILLS = 3;

    private static final int WHILE_RECOVERING_PART = 4;
    private static final int WHILE_RUNNING_PART = 3;

    private final SoakSettings settings;
    private final Observer observer;
    private final CrashPlan plan;
    private final Map<CrashKind, Integer> kills = new EnumMap<>(CrashKind.class);
    private JobID job = new JobID();

    ProcessSoak(SoakSettings settings, Observer observer) {
        this.settings = settings;
        this.observer = observer;
        this.plan = CrashPlan.ofProcesses(settings.seed());
    }

    /**
     * Runs the job to its end.
     *
     * @throws IllegalStateException if it does not come to its end
     */
    SoakRun run() throws IOException, InterruptedException {
        long startedAtMs = System.currentTimeMillis();
        int epoch = 0;
        while (!runsToItsEnd(epoch, startedAtMs)) {
            observer.awaitAll(PATIENCE);
            epoch++;
        }
        return new SoakRun(kills, epoch, List.of());
    }

    /** True if the process ended by itself, false if it was killed. */
    private boolean runsToItsEnd(int epoch, long startedAtMs)
            throws IOException, InterruptedException {
        Process process = start(epoch, startedAtMs);
        try {
            boolean inputComes = System.currentTimeMillis() < settings.inputEndsAtMs(startedAtMs);
            if (inputComes || epoch < FEWEST_KILLS) {
                CrashPlan.Crash crash = plan.next();
                CrashKind kind = crash.inARow().get(0);
                if (!endsBefore(process, kind, crash.pauseMs(), epoch)) {
                    process.destroyForcibly().waitFor();
                    kills.merge(kind, 1, Integer::sum);
                    return false;
                }
            }
            if (!process.waitFor(
                    PATIENCE.toMillis() + settings.seconds() * 1_000L, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(
                        "Cannot end run: the process goes on long after the input, log="
                                + log(epoch));
            }
            checkExit(process, epoch);
            return true;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Waits until it is time for the crash; true if the process ends before. */
    private boolean endsBefore(Process process, CrashKind kind, int pauseMs, int epoch)
            throws InterruptedException {
        if (kind == CrashKind.KILLED_STARTING) {
            return process.waitFor(pauseMs, TimeUnit.MILLISECONDS);
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!observer.awaitEpoch(epoch, Duration.ofSeconds(1))) {
            if (!process.isAlive()) {
                return true;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "Cannot go on: the job does not come back from a crash, log=" + log(epoch));
            }
        }
        int waitMs =
                kind == CrashKind.KILLED_RECOVERING
                        ? pauseMs / WHILE_RECOVERING_PART
                        : pauseMs * WHILE_RUNNING_PART;
        return process.waitFor(waitMs, TimeUnit.MILLISECONDS);
    }

    private void checkExit(Process process, int epoch) {
        if (process.exitValue() != 0) {
            throw new IllegalStateException(
                    "Cannot end run: the job failed though no crash was planned, exitCode="
                            + process.exitValue()
                            + ", log="
                            + log(epoch));
        }
    }

    /**
     * As a user would who starts the job from a checkpoint, under a new id; or, as long as there is
     * no checkpoint, as high availability would, under the same id.
     */
    private Process start(int epoch, long startedAtMs) throws IOException {
        List<String> command =
                new ArrayList<>(
                        ChildJvm.command(
                                List.of(HEAP),
                                System.getProperty("java.class.path"),
                                SoakProcess.class.getName()));
        command.addAll(SoakOptions.arguments(settings));
        command.add("--started-at=" + startedAtMs);
        command.add("--observer-port=" + observer.port());
        command.add("--epoch=" + epoch);
        Optional<Path> checkpoint = CheckpointFiles.newest(settings.checkpoints());
        if (checkpoint.isPresent()) {
            command.add("--restore=" + checkpoint.get().toUri());
            job = new JobID();
        }
        command.add("--job=" + job);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log(epoch).toFile()))
                .start();
    }

    private Path log(int epoch) {
        return settings.directory().resolve("process-" + epoch + ".log");
    }
}
