/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/** Flink's REST interface. Any thread may use it. */
@Internal
@FunctionalInterface
public interface FlinkApi {
    /**
     * Sends a request.
     *
     * @param method HTTP method
     * @param path such as {@code /jobs/ID}
     * @param body null if there is none
     * @return the answer; fails with a {@link io.tspoon.query.QueryException} if there is none, or
     *     if Flink refuses the request
     */
    CompletableFuture<JsonNode> send(String method, String path, @Nullable JsonNode body);

    default CompletableFuture<JsonNode> get(String path) {
        return send("GET", path, null);
    }
}
