/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** Asks a JobManager over its REST interface. */
final class FlinkRest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final String address;

    FlinkRest(String host, int port) {
        address = "http://" + host + ":" + port;
    }

    int slots() throws Exception {
        return get("/overview").path("slots-total").asInt();
    }

    /** A job that has not ended; empty if there is none yet. */
    String job() throws Exception {
        for (JsonNode job : get("/jobs").path("jobs")) {
            if (!ENDED.contains(job.path("status").asText())) {
                return job.path("id").asText();
            }
        }
        return "";
    }

    String status(String job) throws Exception {
        return get("/jobs/" + job).path("state").asText();
    }

    int completedCheckpoints(String job) throws Exception {
        return get("/jobs/" + job + "/checkpoints").at("/counts/completed").asInt();
    }

    /** Whether all tasks of the job run. */
    boolean runs(String job) throws Exception {
        JsonNode counts = get("/jobs/" + job).path("status-counts");
        int all = 0;
        for (JsonNode count : counts) {
            all += count.asInt();
        }
        return all > 0 && counts.path("RUNNING").asInt() == all;
    }

    /** The ids of the TaskManagers that tasks of the job are at. */
    Set<String> taskManagers(String job) throws Exception {
        Set<String> found = new TreeSet<>();
        for (JsonNode vertex : get("/jobs/" + job).path("vertices")) {
            String id = vertex.get("id").asText();
            get("/jobs/" + job + "/vertices/" + id)
                    .path("subtasks")
                    .forEach(task -> found.add(task.path("taskmanager-id").asText()));
        }
        return found;
    }

    /** Ends the job at once; its last checkpoint stays. */
    void cancel(String job) throws Exception {
        HttpRequest request =
                request("/jobs/" + job + "?mode=cancel")
                        .method("PATCH", BodyPublishers.noBody())
                        .build();
        client.send(request, BodyHandlers.ofString());
    }

    /** Ends the job as if its input had ended. */
    void drain(String job) throws Exception {
        HttpRequest request =
                request("/jobs/" + job + "/stop")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"drain\":true}"))
                        .build();
        client.send(request, BodyHandlers.ofString());
    }

    private JsonNode get(String path) throws Exception {
        String answer = client.send(request(path).build(), BodyHandlers.ofString()).body();
        try {
            return JSON.readTree(answer);
        } catch (IOException e) {
            throw new IOException("Cannot read answer of JobManager: " + answer, e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(PATIENCE);
    }
}
