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

    private static QueryException failure(String path, Throwable failure) {
        String refusal = RemoteCluster.refusal(failure);
        if (refusal == null) {
            return new QueryException(
                    FailureReason.NOT_READY,
                    "[TSP-4180] Cannot ask Flink: it does not answer, path=" + path + ".",
                    failure);
        }
        int trace = refusal.indexOf("\n\tat ");
        return new QueryException(
                FailureReason.CANNOT_SCALE,
                "[TSP-4181] Cannot change parallelism: Flink refuses the request, path="
                        + path
                        + ": "
                        + (trace < 0 ? refusal : refusal.substring(0, trace)),
                failure);
    }
}
