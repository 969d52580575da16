/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.flink.directory.GraphMark;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A job as Flink describes it. Flink may describe it as it was some seconds ago.
 *
 * @param status in Flink's words
 * @param adaptive whether Flink can change its parallelism while it runs
 * @param runningSinceMs when its tasks were last started, by the JobManager's clock
 * @param runningForMs how long ago that is
 */
record RunningJob(
        String id,
        String status,
        boolean adaptive,
        long runningSinceMs,
        long runningForMs,
        List<JobVertex> vertices) {
    static final String RUNNING = "RUNNING";

    /**
     * Reads the answer to {@code GET /jobs/ID}. While a job waits for slots, Flink has its vertices
     * but not what they are of; then it counts as one without vertices.
     */
    static RunningJob of(JsonNode json) {
        long sinceMs = json.path("timestamps").path(RUNNING).asLong();
        return new RunningJob(
                json.path("jid").asText(),
                json.path("state").asText(),
                json.path("schedulerType").asText().equals("Adaptive"),
                sinceMs,
                json.path("now").asLong() - sinceMs,
                vertices(json));
    }

    private static List<JobVertex> vertices(JsonNode json) {
        Map<String, String> descriptions = new HashMap<>();
        for (JsonNode node : json.path("plan").path("nodes")) {
            descriptions.put(node.path("id").asText(), node.path("description").asText());
        }
        if (descriptions.isEmpty()) {
            return List.of();
        }
        List<JobVertex> vertices = new ArrayList<>();
        for (JsonNode vertex : json.path("vertices")) {
            String id = vertex.path("id").asText();
            vertices.add(
                    new JobVertex(
                            id,
                            vertex.path("name").asText(),
                            vertex.path("parallelism").asInt(),
                            vertex.path("maxParallelism").asInt(),
                            vertex.path("slotSharingGroupId").asText(),
                            GraphMark.in(descriptions.getOrDefault(id, ""))));
        }
        return List.copyOf(vertices);
    }

    boolean isRunning() {
        return status.equals(RUNNING);
    }

    /**
     * The slots that it needs, each of which has one task of each vertex of a group.
     *
     * @param changed vertices that have another parallelism than now
     * @param parallelism theirs
     */
    int slots(List<JobVertex> changed, int parallelism) {
        Map<String, Integer> byGroup = new HashMap<>();
        for (JobVertex vertex : vertices) {
            int tasks = changed.contains(vertex) ? parallelism : vertex.parallelism();
            byGroup.merge(vertex.slots(), tasks, Math::max);
        }
        return byGroup.values().stream().mapToInt(Integer::intValue).sum();
    }
}
