/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.scale.Change;
import io.tspoon.query.scale.GraphParallelism;
import io.tspoon.query.scale.JobVertex;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.stream.Collectors;

/** The JSON of answers about parallelism, as the OpenAPI document describes it. */
final class ParallelismJson {
    /** Of the Kubernetes operator, whose lists have semicolons. */
    private static final String EXCLUDE_IDS = "job.autoscaler.vertex.exclude.ids";

    private ParallelismJson() {}

    static ObjectNode of(GraphParallelism found) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("job", found.job());
        ArrayNode graphs = json.putArray("graphs");
        found.graph().graphs().forEach(graphs::add);
        json.put("parallelism", found.graph().parallelism())
                .put("maxParallelism", found.graph().maxParallelism());
        ArrayNode vertices = json.putArray("vertices");
        for (JobVertex vertex : found.graph().vertices()) {
            vertices.addObject()
                    .put("id", vertex.id())
                    .put("name", vertex.name())
                    .put("parallelism", vertex.parallelism())
                    .put("upperBound", found.bounds().upper(vertex.id()));
        }
        Change change = found.change();
        return change == null ? json.putNull("change") : json.set("change", of(change));
    }

    private static ObjectNode of(Change change) {
        ObjectNode json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("id", change.id())
                        .put("by", change.by().name())
                        .put("from", change.from())
                        .put("to", change.to())
                        .put("beganMs", change.beganMs())
                        .put("phase", change.phase().name())
                        .put("restarts", change.restarts());
        ArrayNode passed = json.putArray("passed");
        for (Change.Passed one : change.passed()) {
            passed.addObject().put("phase", one.phase().name()).put("ms", one.ms());
        }
        return change.detail().isEmpty() ? json : json.put("detail", change.detail());
    }

    static ObjectNode excludes(GraphParallelism found) {
        String ids =
                found.graph().vertices().stream()
                        .map(JobVertex::id)
                        .collect(Collectors.joining(";"));
        return JsonNodeFactory.instance
                .objectNode()
                .put("option", EXCLUDE_IDS)
                .put("value", ids)
                .put("line", EXCLUDE_IDS + ": " + ids);
    }
}
