/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists the jobs that can be read here. */
record JobsHandler(Jobs jobs, Bodies bodies) implements PathHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(PathRequest request) {
        request.requireNoParameters();
        return jobs.all().thenApply(all -> bodies.write(json(all)));
    }

    private static ObjectNode json(List<Job> all) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("jobs");
        all.forEach(job -> array.addObject().put("id", job.id()).put("name", job.name()));
        return json;
    }
}
