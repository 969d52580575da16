/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.query.bound.Failures;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The slots that a job may take beside those in which it runs. */
final class Slots {
    private Slots() {}

    /**
     * How many there are: those that nobody has, and those that the job has kept. After a change to
     * fewer tasks Flink gives a slot back only when it was idle for {@code slot.idle.timeout}.
     */
    static CompletableFuture<Integer> free(FlinkApi flink, RunningJob job) {
        return flink.get("/overview")
                .thenCompose(
                        Failures.guarded(
                                overview -> {
                                    int unused = overview.path("slots-available").asInt();
                                    return owned(flink, job.id())
                                            .thenApply(owned -> unused + kept(owned, job));
                                }));
    }

    private static int kept(int owned, RunningJob job) {
        return Math.max(0, owned - job.slots(List.of(), 0));
    }

    private static CompletableFuture<Integer> owned(FlinkApi flink, String job) {
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
