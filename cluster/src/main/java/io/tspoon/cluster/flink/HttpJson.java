/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Sends requests to one server that answers in JSON. */
final class HttpJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);
    private static final String BOUNDARY = "tspoon-cluster-boundary";
    private static final int SUCCESSES = 2;
    private static final int STATUS_CLASS = 100;

    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .build();
    private final URI server;

    HttpJson(InetSocketAddress server) {
        this.server =
                URI.create(
                        "http://" + server.getAddress().getHostAddress() + ":" + server.getPort());
    }

    URI server() {
        return server;
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(request(path).GET(), "GET " + path);
    }

    JsonNode send(String method, String path, JsonNode body)
            throws IOException, InterruptedException {
        BodyPublisher publisher = BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
        return send(
                request(path).header("Content-Type", "application/json").method(method, publisher),
                method + " " + path);
    }

    /** Uploads a file as a form with one field. */
    JsonNode upload(String path, String field, Path file) throws IOException, InterruptedException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String head =
                "--"
                        + BOUNDARY
                        + "\r\nContent-Disposition: form-data; name=\""
                        + field
                        + "\"; filename=\""
                        + file.getFileName()
                        + "\"\r\nContent-Type: application/x-java-archive\r\n\r\n";
        body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        body.writeBytes(Files.readAllBytes(file));
        body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return send(
                request(path)
                        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                        .POST(BodyPublishers.ofByteArray(body.toByteArray())),
                "POST " + path);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server + path)).timeout(ANSWER_TIMEOUT);
    }

    private JsonNode send(HttpRequest.Builder request, String words)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (answer.statusCode() / STATUS_CLASS != SUCCESSES) {
            throw new RestException(words, answer.statusCode(), answer.body());
        }
        return answer.body().isBlank() ? JSON.createObjectNode() : JSON.readTree(answer.body());
    }
}
