/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.directory.RemoteCluster;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.scale.FlinkApi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/**
 * Flink's REST interface, asked by Flink's client.
 *
 * @param mapper reads and writes JSON
 */
record RemoteFlink(RemoteCluster cluster, ObjectMapper mapper) implements FlinkApi {
    /** Lists all jobs. */
    static final String JOBS = "/jobs/overview";

    private static final int NOT_FOUND = 404;
    private static final int INTERNAL_ERROR = 500;

    @Override
    public CompletableFuture<JsonNode> send(String method, String path, @Nullable JsonNode body) {
        return cluster.send(method, path, body == null ? "" : body.toString())
                .thenApply(this::read)
                .exceptionallyCompose(
                        failure -> CompletableFuture.failedFuture(failure(path, failure)));
    }

    private JsonNode read(String json) {
        try {
            return mapper.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "[TSP-4507] Cannot read answer of Flink: it is no JSON", e);
        }
    }

    static QueryException failure(String path, Throwable failure) {
        RemoteCluster.Refusal refusal = RemoteCluster.refusal(failure);
        if (refusal == null) {
            return notReady("it does not answer", path, failure);
        }
        String message = withoutTrace(refusal.message());
        boolean isOfJob = path.startsWith("/jobs/") && !path.equals(JOBS);
        if (refusal.status() == NOT_FOUND && isOfJob) {
            return new QueryException(
                    FailureReason.UNKNOWN_JOB,
                    "[TSP-4182] Cannot find job: Flink does not know it, path="
                            + path
                            + ": "
                            + message,
                    failure);
        }
        // As while another JobManager takes over, or if a TaskManager has just left.
        if (refusal.status() >= INTERNAL_ERROR || refusal.status() == NOT_FOUND) {
            return notReady(message, path, failure);
        }
        return new QueryException(
                FailureReason.CANNOT_SCALE,
                "[TSP-4181] Cannot change parallelism: Flink refuses the request, path="
                        + path
                        + ": "
                        + message,
                failure);
    }

    private static QueryException notReady(String why, String path, Throwable failure) {
        return new QueryException(
                FailureReason.NOT_READY,
                "[TSP-4180] Cannot ask Flink: " + why + ", path=" + path + ".",
                failure);
    }

    private static String withoutTrace(String message) {
        int trace = message.indexOf("\n\tat ");
        return trace < 0 ? message : message.substring(0, trace);
    }
}
