/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/** Sends requests to a server. */
public final class Http {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient client;
    private final String base;
    private final String authorization;

    public Http(String base) {
        this(base, "", HttpClient.newHttpClient());
    }

    public Http(String base, String authorization, HttpClient client) {
        this.base = base;
        this.authorization = authorization;
        this.client = client;
    }

    /** What came back. */
    public record Answer(int status, JsonNode json, HttpResponse<byte[]> response) {
        /** Empty if it is none; the code of a problem is apart from its text. */
        public String reason() {
            if (json.path("status").asInt() >= 400) {
                assertThat(json.path("code").asText()).as("%s", json).matches("TSP-\\d{4}");
                assertThat(json.path("detail").asText()).doesNotStartWith("[");
            }
            return json.path("reason").asText();
        }
    }

    public Answer get(String path) throws Exception {
        return send(request(path).GET());
    }

    /** Single quotes stand for double ones. */
    public Answer post(String path, String body) throws Exception {
        return send(
                request(path).POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    public Answer send(HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response =
                client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        JsonNode json =
                response.headers().firstValue("content-type").orElse("").contains("json")
                        ? MAPPER.readTree(response.body())
                        : MAPPER.missingNode();
        return new Answer(response.statusCode(), json, response);
    }
}
