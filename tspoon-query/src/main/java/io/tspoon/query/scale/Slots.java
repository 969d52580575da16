/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.bound.Failures;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The slots that a job may take beside those in which it runs. Confined to one question at a time.
 */
final class Slots {
    private final FlinkApi flink;
    private @Nullable Look last;

    /**
     * What was found out, which holds as long as Flink counts the same.
     *
     * @param overview Flink's numbers
     * @param runningSinceMs when the tasks of the job were started
     * @param kept slots of the job in which nothing runs
     */
    private record Look(JsonNode overview, long runningSinceMs, int kept) {
        boolean isOf(JsonNode now, RunningJob job) {
            return overview.equals(now) && runningSinceMs == job.runningSinceMs();
        }
    }

    Slots(FlinkApi flink) {
        this.flink = flink;
    }

    /**
     * How many there are: those that nobody has, and those that the job has kept. After a change to
     * fewer tasks Flink gives a slot back only when it was idle for {@code slot.idle.timeout}. Each
     * TaskManager is asked, but only if something has changed since the last time.
     */
    CompletableFuture<Integer> free(RunningJob job) {
        return flink.get("/overview")
                .thenCompose(
                        Failures.guarded(
                                overview -> {
                                    int unused = overview.path("slots-available").asInt();
                                    return kept(overview, job).thenApply(kept -> unused + kept);
                                }));
    }

    private CompletableFuture<Integer> kept(JsonNode overview, RunningJob job) {
        Look known = last;
        if (known != null && known.isOf(overview, job)) {
            return CompletableFuture.completedFuture(known.kept());
        }
        return owned(job.id())
                .thenApply(
                        owned -> {
                            int kept = Math.max(0, owned - job.slots(List.of(), 0));
                            last = new Look(overview, job.runningSinceMs(), kept);
                            return kept;
                        });
    }

    private CompletableFuture<Integer> owned(String job) {
        return flink.get("/taskmanagers")
                .thenCompose(
                        Failures.guarded(
                                all -> {
                                    CompletableFuture<Integer> sum =
                                            CompletableFuture.completedFuture(0);
                                    for (JsonNode one : all.path("taskmanagers")) {
                                        String path = "/taskmanagers/" + one.path("id").asText();
                                        sum =
                                                sum.thenCombine(
                                                        flink.get(path),
                                                        (before, details) ->
                                                                before + owned(details, job));
                                    }
                                    return sum;
                                }));
    }

    private static int owned(JsonNode taskManager, String job) {
        int owned = 0;
        for (JsonNode slot : taskManager.path("allocatedSlots")) {
            owned += slot.path("jobId").asText().equals(job) ? 1 : 0;
        }
        return owned;
    }
}
