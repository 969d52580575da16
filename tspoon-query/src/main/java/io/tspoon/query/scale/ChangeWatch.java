/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Follows a change, and has Flink begin it: the adaptive scheduler waits for a checkpoint, so one
 * is triggered as soon as the scheduler heeds it. Confined to one action at a time; any thread may
 * read the change.
 */
final class ChangeWatch {
    private static final long POLL_MS = 100;

    /** If Flink does not answer. */
    private static final long RETRY_MS = 500;

    /** Between two triggered checkpoints. Usually the first one does. */
    private static final long TRIGGER_MS = 10_000;

    private static final int MAX_TRIGGERS = 6;

    /** After so long the change is given up, though Flink may still make it. */
    private static final long PATIENCE_MS = 600_000;

    private static final String RUN = "running";
    private static final Set<String> ENDS = Set.of("FINISHED", "FAILED", "CANCELED", "SUSPENDED");

    private final FlinkApi flink;
    private final Timer timer;
    private final String job;
    private final ScaledGraph graph;
    private final int attemptBefore;
    private long triggerAtMs;

    /** When the tasks were last started, of the start that is known. */
    private long runningSinceMs;

    /** Since when all tasks run; 0 if they do not. */
    private long upSinceMs;

    private int triggers;
    private volatile Change change;

    private ChangeWatch(
            FlinkApi flink,
            Timer timer,
            RunningJob job,
            ScaledGraph graph,
            Change change,
            int attemptBefore,
            long cooldownMs) {
        this.flink = flink;
        this.timer = timer;
        this.job = job.id();
        this.graph = graph;
        this.change = change;
        this.attemptBefore = attemptBefore;
        this.runningSinceMs = job.runningSinceMs();
        this.triggerAtMs = Math.max(change.beganMs(), job.runningSinceMs() + cooldownMs);
    }

    /** Gets ready to follow a change, before it is made. */
    static CompletableFuture<ChangeWatch> prepare(
            FlinkApi flink, Timer timer, RunningJob job, ScaledGraph graph, Change change) {
        CompletableFuture<Long> cooldown =
                flink.get("/jobmanager/config").thenApply(ChangeWatch::cooldownMs);
        return attempt(flink, job.id(), graph)
                .thenCombine(
                        cooldown,
                        (attempt, cooldownMs) ->
                                new ChangeWatch(
                                        flink, timer, job, graph, change, attempt, cooldownMs));
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

    private void later(long delayMs) {
        Runnable unused = timer.after(delayMs, this::poll);
    }

    private void poll() {
        long nowMs = System.currentTimeMillis();
        if (nowMs > change.beganMs() + PATIENCE_MS) {
            change = change.failed("Flink has not made it in time", nowMs);
            return;
        }
        var unused =
                flink.get("/jobs/overview")
                        .thenCompose(Failures.guarded(this::seen))
                        .whenComplete(
                                (delayMs, failure) -> {
                                    if (!change.isOver()) {
                                        later(failure == null ? delayMs : RETRY_MS);
                                    }
                                });
    }

    /** Looks at the tasks, which Flink shows as they are; when to look again. */
    private CompletableFuture<Long> seen(JsonNode overview) {
        JsonNode own = own(overview);
        long nowMs = System.currentTimeMillis();
        String status = own == null ? "" : own.path("state").asText();
        if (own == null || ENDS.contains(status)) {
            change = change.failed("the job has ended", nowMs);
            return CompletableFuture.completedFuture(0L);
        }
        JsonNode tasks = own.path("tasks");
        int up = tasks.path(RUN).asInt() + tasks.path("finished").asInt();
        if (status.equals("RESTARTING") || tasks.path("canceling").asInt() > 0) {
            change = change.enter(Change.Phase.RESTART, nowMs);
        } else if (!status.equals(RunningJob.RUNNING) || up < tasks.path("total").asInt()) {
            change = change.enter(Change.Phase.START, nowMs);
        } else {
            long sinceMs = upSinceMs == 0 ? nowMs : upSinceMs;
            upSinceMs = sinceMs;
            return confirm(sinceMs).thenCompose(Failures.guarded(done -> trigger(done, nowMs)));
        }
        upSinceMs = 0;
        return CompletableFuture.completedFuture(POLL_MS);
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
     * Looks whether all vertices are as parallel as wanted. Flink may show them as they were before
     * the restart.
     */
    private CompletableFuture<Boolean> confirm(long upMs) {
        return flink.get("/jobs/" + job)
                .thenCompose(
                        Failures.guarded(
                                details -> {
                                    RunningJob now = RunningJob.of(details);
                                    if (now.isRunning() && isAsWanted(now)) {
                                        return end(upMs);
                                    }
                                    if (now.runningSinceMs() != runningSinceMs) {
                                        runningSinceMs = now.runningSinceMs();
                                        change = change.enter(Change.Phase.CHECKPOINT, upMs);
                                    }
                                    return CompletableFuture.completedFuture(false);
                                }));
    }

    private boolean isAsWanted(RunningJob now) {
        return now.vertices().stream()
                .filter(vertex -> graph.ids().contains(vertex.id()))
                .allMatch(vertex -> vertex.parallelism() == change.to());
    }

    private CompletableFuture<Boolean> end(long upMs) {
        return attempt(flink, job, graph)
                .thenApply(
                        attempt -> {
                            change = change.done(attempt - attemptBefore, upMs);
                            return true;
                        });
    }

    /** Triggers a checkpoint if it is time to. */
    private CompletableFuture<Long> trigger(boolean isDone, long nowMs) {
        if (isDone || nowMs < triggerAtMs || triggers >= MAX_TRIGGERS) {
            return CompletableFuture.completedFuture(POLL_MS);
        }
        triggers++;
        triggerAtMs = nowMs + TRIGGER_MS;
        return flink.send(
                        "POST",
                        "/jobs/" + job + "/checkpoints",
                        JsonNodeFactory.instance.objectNode().put("checkpointType", "CONFIGURED"))
                .handle((taken, failure) -> POLL_MS); // if not, Flink takes one at its interval
    }
}
