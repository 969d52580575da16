/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.host.Await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A gateway that changes the parallelism of the t-graph of a trial, in a process of its own. */
final class Knob implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ACCEPTED = 202;
    private static final int NOT_READY = 503;

    private final HttpClient client = HttpClient.newHttpClient();
    private final GatewayProcess gateway;

    private Knob(GatewayProcess gateway) {
        this.gateway = gateway;
    }

    /**
     * Starts a gateway, and waits until it answers.
     *
     * @param guarded whether it repairs unequal bounds, too
     */
    static Knob start(FlinkHome home, URI flink, Path log, boolean guarded)
            throws IOException, InterruptedException {
        String guard = Boolean.toString(guarded);
        Knob knob =
                new Knob(
                        GatewayProcess.start(
                                home, flink, log, "--allow-scaling", "true", "--guard", guard));
        Await.until("gateway", () -> knob.get("/v1/jobs").has("jobs"));
        return knob;
    }

    /** How parallel the t-graph is, and the last change. */
    JsonNode read(String job) throws IOException, InterruptedException {
        return get(path(job));
    }

    /** Ids of the t-graph's vertices. */
    List<String> vertices(String job) throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        Await.until(
                "vertices",
                () -> {
                    read(job).path("vertices").forEach(one -> ids.add(one.path("id").asText()));
                    return !ids.isEmpty();
                });
        return ids;
    }

    /** Changes the parallelism; the change, when it is over. */
    JsonNode turn(String job, int parallelism) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(gateway.address().resolve(path(job)))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"parallelism\":" + parallelism + "}"))
                        .build();
        Await.until("start of the change", () -> isTaken(request));
        Await.until("change of parallelism", () -> isOver(read(job)));
        return read(job).path("change");
    }

    /** Not yet if the job does not run now. */
    private boolean isTaken(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != ACCEPTED && answer.statusCode() != NOT_READY) {
            throw new IllegalStateException("Cannot change parallelism: " + answer.body());
        }
        return answer.statusCode() == ACCEPTED;
    }

    /** The phases of the last change, and how long each took. */
    String phases(String job) throws IOException, InterruptedException {
        List<String> phases = new ArrayList<>();
        for (JsonNode one : read(job).path("change").path("passed")) {
            phases.add(one.path("phase").asText() + " " + one.path("ms").asLong() + " ms");
        }
        return String.join("  ", phases);
    }

    private static boolean isOver(JsonNode answer) {
        String phase = answer.path("change").path("phase").asText();
        return phase.equals("DONE") || phase.equals("FAILED");
    }

    private static String path(String job) {
        return "/v1/jobs/" + job + "/graphs/settle/parallelism";
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(gateway.address().resolve(path)).build();
        return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    @Override
    public void close() throws InterruptedException {
        gateway.close();
    }
}
