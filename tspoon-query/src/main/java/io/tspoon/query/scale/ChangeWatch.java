/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Follows a change, and has Flink begin it: the adaptive scheduler waits for a checkpoint, so one
 * is triggered as soon as the scheduler heeds it and has slots. Confined to one action at a time;
 * any thread may read the change, and stop following it.
 */
final class ChangeWatch {
    private static final long POLL_MS = 100;

    /** If Flink does not answer. */
    private static final long RETRY_MS = 500;

    /** Between two triggered checkpoints. Usually the first one does. */
    private static final long TRIGGER_MS = 10_000;

    private static final int MAX_TRIGGERS = 6;

    /** Between two looks at the bounds, and for slots as long as there are too few. */
    private static final long LOOK_MS = 2_000;

    /** A job that is not listed for so long has ended. Its master may only have been replaced. */
    private static final long ABSENCE_MS = 60_000;

    /** After so long the change is given up, though Flink may still make it. */
    private static final long PATIENCE_MS = 600_000;

    private static final String RUN = "running";
    private static final Set<String> ENDS = Set.of("FINISHED", "FAILED", "CANCELED");

    /** Another JobManager takes the job over. */
    private static final String SUSPENDED = "SUSPENDED";

    private final Means means;
    private final FlinkApi flink;
    private final String job;
    private final ScaledGraph graph;
    private final Slots slots;
    private final int attemptBefore;
    private final long cooldownMs;
    private long triggerAtMs;

    /** When the tasks were last started, of the start that is known. */
    private long runningSinceMs;

    /** Since when all tasks run; 0 if they do not. */
    private long upSinceMs;

    /** Since when the job is not listed; 0 if it is. */
    private long absentSinceMs;

    /** Checkpoints that were triggered since the last start. */
    private int triggers;

    private volatile Change change;
    private volatile boolean stopped;

    /**
     * What it takes to follow a change.
     *
     * @param nowMs milliseconds of the epoch
     */
    record Means(FlinkApi flink, Timer timer, LongSupplier nowMs) {}

    private ChangeWatch(
            Means means,
            RunningJob job,
            ScaledGraph graph,
            Change change,
            int attemptBefore,
            long cooldownMs) {
        this.means = means;
        this.flink = means.flink();
        this.job = job.id();
        this.graph = graph;
        this.slots = new Slots(flink);
        this.change = change;
        this.attemptBefore = attemptBefore;
        this.runningSinceMs = job.runningSinceMs();
        this.cooldownMs = cooldownMs;
        this.triggerAtMs = change.beganMs() + Math.max(0, cooldownMs - job.runningForMs());
    }

    /** Gets ready to follow a change, before it is made. */
    static CompletableFuture<ChangeWatch> prepare(
            Means means, RunningJob job, ScaledGraph graph, Change change) {
        FlinkApi flink = means.flink();
        CompletableFuture<Long> cooldown =
                flink.get("/jobmanager/config").thenApply(ChangeWatch::cooldownMs);
        return attempt(flink, job.id(), graph)
                .thenCombine(
                        cooldown,
                        (attempt, cooldownMs) ->
                                new ChangeWatch(means, job, graph, change, attempt, cooldownMs));
    }

    /** How long the scheduler heeds nothing after a restart. */
    private static long cooldownMs(JsonNode options) {
        Configuration all = new Configuration();
        options.forEach(one -> all.setString(one.path("key").asText(), one.path("value").asText()));
        return all.get(JobManagerOptions.SCHEDULER_EXECUTING_COOLDOWN_AFTER_RESCALING).toMillis();
    }

    /** How often the first task of the t-graph was started anew. */
    private static CompletableFuture<Integer> attempt(
            FlinkApi flink, String job, ScaledGraph graph) {
        return flink.get("/jobs/" + job + "/vertices/" + graph.ids().get(0))
                .thenApply(vertex -> vertex.path("subtasks").path(0).path("attempt").asInt());
    }

    Change change() {
        return change;
    }

    void begin() {
        later(POLL_MS);
    }

    /** Follows the change no longer; its job has another one now. */
    void stop() {
        stopped = true;
    }

    private void later(long delayMs) {
        Runnable unused = means.timer().after(delayMs, this::poll);
    }

    private void poll() {
        long nowMs = means.nowMs().getAsLong();
        if (stopped) {
            return;
        }
        if (nowMs > change.beganMs() + PATIENCE_MS) {
            change = change.failed("Flink has not made it in time", nowMs);
            return;
        }
        var unused =
                flink.get("/jobs/overview")
                        .thenCompose(Failures.guarded(overview -> seen(overview, nowMs)))
                        .whenComplete(
                                (delayMs, failure) -> {
                                    if (!change.isOver()) {
                                        later(failure == null ? delayMs : RETRY_MS);
                                    }
                                });
    }

    /** Looks at the tasks, which Flink shows as they are; when to look again. */
    private CompletableFuture<Long> seen(JsonNode overview, long nowMs) {
        JsonNode own = own(overview);
        String status = own == null ? SUSPENDED : own.path("state").asText();
        long absentMs = status.equals(SUSPENDED) ? absentMs(nowMs) : 0;
        if (ENDS.contains(status) || absentMs >= ABSENCE_MS) {
            change = change.failed("the job has ended", nowMs);
            return CompletableFuture.completedFuture(0L);
        }
        if (own == null || status.equals(SUSPENDED)) {
            upSinceMs = 0;
            return CompletableFuture.completedFuture(RETRY_MS);
        }
        absentSinceMs = 0;
        JsonNode tasks = own.path("tasks");
        int up = tasks.path(RUN).asInt() + tasks.path("finished").asInt();
        if (status.equals("RESTARTING") || tasks.path("canceling").asInt() > 0) {
            change = change.enter(Change.Phase.RESTART, nowMs);
        } else if (!status.equals(RunningJob.RUNNING) || up < tasks.path("total").asInt()) {
            change = change.enter(Change.Phase.START, nowMs);
        } else {
            upSinceMs = upSinceMs == 0 ? nowMs : upSinceMs;
            return confirm(nowMs);
        }
        upSinceMs = 0;
        return CompletableFuture.completedFuture(POLL_MS);
    }

    private long absentMs(long nowMs) {
        absentSinceMs = absentSinceMs == 0 ? nowMs : absentSinceMs;
        return nowMs - absentSinceMs;
    }

    private @Nullable JsonNode own(JsonNode overview) {
        for (JsonNode one : overview.path("jobs")) {
            if (one.path("jid").asText().equals(job)) {
                return one;
            }
        }
        return null;
    }

    /**
     * Looks whether all vertices are as parallel as wanted; when to look again. Flink may show them
     * as they were before the restart, or while the job was being started.
     */
    private CompletableFuture<Long> confirm(long nowMs) {
        return flink.get("/jobs/" + job)
                .thenCompose(
                        Failures.guarded(
                                details -> {
                                    RunningJob now = RunningJob.of(details);
                                    if (!now.isRunning() || now.vertices().isEmpty()) {
                                        return CompletableFuture.completedFuture(POLL_MS);
                                    }
                                    List<JobVertex> own = own(now);
                                    if (areAsWanted(own)) {
                                        return end(now, nowMs);
                                    }
                                    if (now.runningSinceMs() != runningSinceMs) {
                                        startedAnew(now, nowMs);
                                    }
                                    return trigger(now, own, nowMs);
                                }));
    }

    /** Other tasks than wanted: the change is yet to be made, or was made in part. */
    private void startedAnew(RunningJob now, long nowMs) {
        runningSinceMs = now.runningSinceMs();
        change = change.enter(Change.Phase.CHECKPOINT, upSinceMs);
        triggers = 0;
        triggerAtMs = Math.max(triggerAtMs, nowMs + cooldownMs - now.runningForMs());
    }

    /** Those of the t-graph that the job still has. */
    private List<JobVertex> own(RunningJob now) {
        List<String> ids = graph.ids();
        return now.vertices().stream().filter(vertex -> ids.contains(vertex.id())).toList();
    }

    private boolean areAsWanted(List<JobVertex> own) {
        return own.size() == graph.ids().size()
                && own.stream().allMatch(vertex -> vertex.parallelism() == change.to());
    }

    private CompletableFuture<Long> end(RunningJob now, long nowMs) {
        return attempt(flink, job, graph)
                .thenApply(
                        attempt -> {
                            // A JobManager that takes a job over counts from 0.
                            int restarts = Math.max(0, attempt - attemptBefore);
                            change = ended(restarts, now, nowMs);
                            return 0L;
                        });
    }

    /** With the start of the tasks, which may have been over before anybody looked. */
    private Change ended(int restarts, RunningJob now, long nowMs) {
        if (restarts == 0 || change.phase() == Change.Phase.START) {
            return change.done(restarts, upSinceMs);
        }
        long startedMs = Math.max(change.sinceMs(), nowMs - now.runningForMs());
        return change.enter(Change.Phase.START, Math.min(startedMs, nowMs)).done(restarts, nowMs);
    }

    /** Triggers a checkpoint if it is time to, and the change could begin with it. */
    private CompletableFuture<Long> trigger(RunningJob now, List<JobVertex> own, long nowMs) {
        if (nowMs < triggerAtMs) {
            return CompletableFuture.completedFuture(POLL_MS);
        }
        triggerAtMs = nowMs + LOOK_MS;
        return flink.get(Bounds.path(job))
                .thenCompose(
                        Failures.guarded(
                                bounds -> {
                                    if (change.isOvertaken(graph, Bounds.of(bounds))) {
                                        change = change.failed("other bounds were set", nowMs);
                                        return CompletableFuture.completedFuture(0L);
                                    }
                                    return triggers < MAX_TRIGGERS
                                            ? mayBegin(now, own)
                                                    .thenCompose(Failures.guarded(this::triggerIf))
                                            : CompletableFuture.completedFuture(POLL_MS);
                                }));
    }

    private CompletableFuture<Long> triggerIf(boolean mayBegin) {
        return mayBegin && !stopped ? trigger() : CompletableFuture.completedFuture(POLL_MS);
    }

    private CompletableFuture<Long> trigger() {
        triggers++;
        triggerAtMs = means.nowMs().getAsLong() + TRIGGER_MS;
        return flink.send(
                        "POST",
                        "/jobs/" + job + "/checkpoints",
                        JsonNodeFactory.instance.objectNode().put("checkpointType", "CONFIGURED"))
                .handle((taken, failure) -> POLL_MS); // if not, Flink takes one at its interval
    }

    /** Whether Flink needs no slots for the change, or has enough for one more task of each. */
    private CompletableFuture<Boolean> mayBegin(RunningJob now, List<JobVertex> own) {
        int lowest = own.stream().mapToInt(JobVertex::parallelism).min().orElse(0);
        if (lowest >= change.to()) {
            return CompletableFuture.completedFuture(true);
        }
        int more = now.slots(own, lowest + 1) - now.slots(List.of(), 0);
        return slots.free(now).thenApply(free -> more <= free);
    }
}
