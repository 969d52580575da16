/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many tasks each vertex of a job may have: its resource requirements.
 *
 * @param byVertex by id of the vertex
 */
@Internal
public record Bounds(Map<String, Range> byVertex) {
    private static final String PARALLELISM = "parallelism";
    private static final String LOWER = "lowerBound";
    private static final String UPPER = "upperBound";

    /** From how many tasks to how many. */
    public record Range(int lower, int upper) {}

    /** Where Flink has those of a job. */
    static String path(String job) {
        return "/jobs/" + job + "/resource-requirements";
    }

    static Bounds of(JsonNode json) {
        Map<String, Range> all = new LinkedHashMap<>();
        json.properties()
                .forEach(
                        vertex -> {
                            JsonNode range = vertex.getValue().path(PARALLELISM);
                            all.put(
                                    vertex.getKey(),
                                    new Range(
                                            range.path(LOWER).asInt(), range.path(UPPER).asInt()));
                        });
        return new Bounds(all);
    }

    JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        byVertex.forEach(
                (vertex, range) ->
                        json.putObject(vertex)
                                .putObject(PARALLELISM)
                                .put(LOWER, range.lower())
                                .put(UPPER, range.upper()));
        return json;
    }

    /**
     * The same with other bounds for some vertices. The lower one is 1: if a TaskManager is lost,
     * the job goes on with the slots that are left, and all of these vertices get equally many.
     */
    Bounds with(List<String> vertices, int upper) {
        Map<String, Range> all = new LinkedHashMap<>(byVertex);
        vertices.forEach(vertex -> all.put(vertex, new Range(1, upper)));
        return new Bounds(all);
    }

    /** The different upper bounds of some vertices. */
    Set<Integer> uppers(List<String> vertices) {
        Set<Integer> uppers = new LinkedHashSet<>();
        vertices.forEach(vertex -> uppers.add(upper(vertex)));
        return uppers;
    }

    /** The upper bound of a vertex; 0 if it is not known. */
    public int upper(String vertex) {
        Range range = byVertex.get(vertex);
        return range == null ? 0 : range.upper();
    }
}
