/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.crashsoak.CrashKind.Trigger;
import io.tspoon.examples.trial.ChildJvm;
import io.tspoon.examples.trial.Observer;

import org.apache.flink.api.common.JobID;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs the job in a process that is killed, or kills itself at some place, as planned. Another
 * process then continues from the newest checkpoint on disk. One process runs at a time.
 */
final class ProcessSoak {
    /** Most processes are killed within seconds, before a second compiler would pay off. */
    private static final List<String> JVM_OPTIONS =
            List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Ensures some kills even if processes start slowly. */
    private static final int FEWEST_KILLS = 3;

    /** Exit code that Java and shells report for a process ended by signal 9. */
    private static final int EXIT_CODE_OF_SIGKILL = 128 + 9;

    private static final int WHILE_RECOVERING_PART = 4;
    private static final int WHILE_RUNNING_PART = 3;

    private final SoakSettings settings;
    private final WantedCrashes wanted;
    private final Observer observer;
    private final QueryPorts ports;
    private final CrashPlan plan;
    private final Map<CrashKind, Integer> kills = new EnumMap<>(CrashKind.class);
    private final Deque<Kill> due = new ArrayDeque<>();
    private JobID job = new JobID();

    ProcessSoak(SoakSettings settings, WantedCrashes wanted, Observer observer, QueryPorts ports) {
        this.settings = settings;
        this.wanted = wanted;
        this.observer = observer;
        this.ports = ports;
        this.plan = CrashPlan.ofProcesses(settings.seed(), wanted.kinds());
    }

    /**
     * Runs the job to its end.
     *
     * @throws IllegalStateException if it does not reach its end
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

    /**
     * How a process is killed.
     *
     * @param passes for a kind with a place: how often it is passed before the kill, at least 1
     */
    private record Kill(CrashKind kind, int pauseMs, int passes) {
        /** Whether the process kills itself, at a place that only it can detect. */
        boolean isAtAPlace() {
            return kind.trigger() != Trigger.KILL;
        }
    }

    private Kill nextKill(boolean inputComes) {
        if (!due.isEmpty()) {
            return due.remove();
        }
        CrashPlan.Crash crash = inputComes ? plan.next() : plan.next().atOnce();
        int passes = crash.passes();
        for (CrashKind kind : crash.inARow()) {
            due.add(new Kill(kind, crash.pauseMs(), passes));
            passes = 1;
        }
        return due.remove();
    }

    /** True if the process ended by itself, false if it was killed. */
    private boolean runsToItsEnd(int epoch, long startedAtMs)
            throws IOException, InterruptedException {
        boolean inputComes = System.currentTimeMillis() < settings.inputEndsAtMs(startedAtMs);
        boolean isKilled = inputComes || epoch < FEWEST_KILLS || wanted.isOwed(kills);
        @Nullable Kill kill = isKilled ? nextKill(inputComes) : null;
        Process process = start(epoch, startedAtMs, kill);
        try {
            if (kill != null && !kill.isAtAPlace() && !endsBefore(process, kill, epoch)) {
                process.destroyForcibly().waitFor();
                return isKilled(kill.kind());
            }
            if (!process.waitFor(
                    PATIENCE.toMillis() + settings.seconds() * 1_000L, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(
                        "Cannot end run: the process goes on long after the input, log="
                                + log(epoch));
            }
            if (kill != null && kill.isAtAPlace() && process.exitValue() == EXIT_CODE_OF_SIGKILL) {
                return isKilled(kill.kind());
            }
            checkExit(process, epoch);
            return true;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Counts the kill; always returns false. */
    private boolean isKilled(CrashKind kind) {
        kills.merge(kind, 1, Integer::sum);
        return false;
    }

    /** Waits until it is time for the crash; true if the process ends before. */
    private boolean endsBefore(Process process, Kill kill, int epoch) throws InterruptedException {
        if (kill.kind() == CrashKind.KILLED_STARTING) {
            return process.waitFor(kill.pauseMs(), TimeUnit.MILLISECONDS);
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
                kill.kind() == CrashKind.KILLED_RECOVERING
                        ? kill.pauseMs() / WHILE_RECOVERING_PART
                        : kill.pauseMs() * WHILE_RUNNING_PART;
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
     * Starts the job from the newest checkpoint under a new id, as a user would. If there is no
     * checkpoint yet, starts it under the same id, as high availability would.
     */
    private Process start(int epoch, long startedAtMs, @Nullable Kill kill) throws IOException {
        List<String> command =
                new ArrayList<>(
                        ChildJvm.command(
                                JVM_OPTIONS,
                                System.getProperty("java.class.path"),
                                SoakProcess.class.getName()));
        command.addAll(SoakOptions.arguments(settings));
        command.add("--started-at=" + startedAtMs);
        command.add("--observer-port=" + observer.port());
        command.add("--query-port=" + ports.first());
        command.add("--epoch=" + epoch);
        Optional<Path> checkpoint = CheckpointFiles.newest(settings.checkpoints());
        if (checkpoint.isPresent()) {
            command.add("--restore=" + checkpoint.get().toUri());
            job = new JobID();
        }
        command.add("--job=" + job);
        if (kill != null && kill.isAtAPlace()) {
            command.add("--crash=" + kill.kind());
            command.add("--passes=" + kill.passes());
        }
        if (kill != null && wanted.isOwed(kills)) {
            command.add("--owed=" + kill.kind());
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log(epoch).toFile()))
                .start();
    }

    private Path log(int epoch) {
        return settings.directory().resolve("process-" + epoch + ".log");
    }
}
