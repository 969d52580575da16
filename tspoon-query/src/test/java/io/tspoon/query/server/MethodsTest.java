/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Which methods a path is for, and whom a request is for. */
class MethodsTest {
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW");

    private TestJob job;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        job = TestJob.start(1, new Configuration());
        job.state("bank", "balance", Types.STRING, Types.LONG, 2).put("a/b c", 7L, 1);
        http = new Http(job.address(0));
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    /** All paths of the OpenAPI document, below both of its servers, and those that it lacks. */
    private List<String> paths() throws Exception {
        List<String> paths =
                new ArrayList<>(List.of("GET, HEAD|/", "GET, HEAD|/console/console.js"));
        paths.add("POST|/v1/jobs/" + job.jobId() + "/internal/status");
        JsonNode document = http.get("/v1/openapi.json").json().path("paths");
        for (var path : document.properties()) {
            String methods =
                    Stream.of("get", "post")
                            .filter(path.getValue()::has)
                            .map(method -> method.equals("get") ? "GET, HEAD" : "POST")
                            .collect(Collectors.joining(", "));
            String below =
                    path.getKey()
                            .replace("{graph}", "bank")
                            .replace("{state}", "balance")
                            .replace("{procedure}", "transfer")
                            .replace("{key}", "a");
            paths.add(methods + "|/v1" + below);
            if (below.startsWith("/graphs")) {
                paths.add(methods + "|/v1/jobs/" + job.jobId() + below);
            }
        }
        assertThat(paths).hasSizeGreaterThan(20);
        return paths;
    }

    @Test
    void otherMethodsLearnWhichIsAllowed() throws Exception {
        for (String path : paths()) {
            String allowed = path.substring(0, path.indexOf('|'));
            String address = path.substring(allowed.length() + 1);
            for (String method : METHODS) {
                if (List.of(allowed.split(", ")).contains(method)) {
                    continue;
                }
                // The body of a POST is read first; others end the connection, which takes a while.
                String body = method.equals("POST") ? "{}" : "";
                Answer answer =
                        http.send(
                                http.request(address)
                                        .method(method, HttpRequest.BodyPublishers.ofString(body)));
                assertThat(answer.status()).as("%s, not %s", path, method).isEqualTo(405);
                assertThat(answer.reason()).isEqualTo("METHOD_NOT_ALLOWED");
                assertThat(answer.response().headers().allValues("allow")).containsExactly(allowed);
            }
        }
    }

    /** Also those for which no state or job is there. */
    @Test
    void aPathIsKnownByItsFormAlone() throws Exception {
        for (String path :
                List.of(
                        "/v1/jobs/ff/graphs/no/query",
                        "/v1/graphs/no/states/no/scan",
                        "/v1/graphs/no/query")) {
            assertThat(http.get(path).response().headers().firstValue("allow")).hasValue("POST");
        }
        for (String path : List.of("/v1/no", "/v1/jobs/ff", "/v1/jobs/ff/no", "/v1/graphs/a/no")) {
            Answer answer = http.post(path, "{}");
            assertThat(answer.reason()).isEqualTo("UNKNOWN_PATH");
            assertThat(answer.response().headers().firstValue("allow")).isEmpty();
        }
    }

    @Test
    void headIsAnsweredAsGetWithoutABody() throws Exception {
        Answer answer =
                http.send(
                        http.request("/v1/graphs")
                                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.response().body()).isEmpty();
    }

    /** All at once, because a connection that is refused stays open for a moment. */
    @Test
    void requestsSayOnceForWhichHostTheyAre() {
        String good = "GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
        List<String> wrong =
                List.of(
                        "",
                        "Host:\r\n",
                        "Host: localhost\r\nHost: localhost\r\n",
                        "Host: localhost\r\nhost: evil.example\r\n",
                        "Host: localhost, localhost\r\n",
                        "Host: local host\r\n",
                        "Host: localhost/\r\n",
                        "Host: a@localhost\r\n",
                        "Host: http://localhost\r\n",
                        "Host: localhost:80:80\r\n",
                        "Host: localhost:http\r\n",
                        "Host: [::1\r\n",
                        "Host: %zz\r\n");
        List<Runnable> checks = new ArrayList<>();
        for (String hosts : wrong) {
            String get = "GET /v1/health HTTP/1.1\r\n" + hosts + "\r\n";
            String post =
                    "POST /v1/graphs/bank/query HTTP/1.1\r\n"
                            + hosts
                            + "Content-Length: 2\r\n\r\n{}";
            for (String before : List.of("", good, good + good)) {
                checks.add(() -> isRefused(before, get, good));
                checks.add(() -> isRefused(before, post, good));
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(checks.size());
        try {
            CompletableFuture.allOf(
                            checks.stream()
                                    .map(check -> CompletableFuture.runAsync(check, threads))
                                    .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdownNow();
        }
    }

    private void isRefused(String before, String wrong, String after) {
        // The connection ends with the refusal, or this would go on waiting.
        String answers = RawHttp.sendRaw(job.address(0), before + wrong + after);
        assertThat(answers.substring(answers.lastIndexOf("HTTP/1.1 ")))
                .as(before + wrong)
                .startsWith("HTTP/1.1 400 ")
                .contains("\"INVALID_REQUEST\"", "Host", "connection: close");
        assertThat(answers.split("HTTP/1.1 ", -1)).hasSize(2 + before.length() / after.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1\r\nHost: localhost",
                "HTTP/1.1\r\nHost: localhost:",
                "HTTP/1.1\r\nhOST:LOCALHOST:8095 ",
                "HTTP/1.1\r\nHost: 127.0.0.1:1",
                "HTTP/1.1\r\nHost: [::1]:8095",
                "HTTP/1.1\r\nHost: [::ffff:127.0.0.1]",
                "HTTP/1.0",
                "HTTP/1.0\r\nHost: localhost"
            })
    void validHostsAreTaken(String rest) {
        assertThat(
                        RawHttp.sendRaw(
                                job.address(0),
                                "GET /v1/graphs " + rest + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aKeyWithASlashIsWrittenWithItsCode() throws Exception {
        String keys = "/v1/graphs/bank/states/balance/keys/";
        Answer found = http.get(keys + "a%2Fb%20c");
        assertThat(found.json().path("value").asLong()).as(found.json().toString()).isEqualTo(7);

        Answer answer = http.get(keys + "a/b%20c");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("detail").asText())
                .contains("If the key has a slash, write it as %2F", "value?key=<JSON>", "POST");
        assertThat(http.get("/v1/graphs/bank/states/balance/a/b").json().path("detail").asText())
                .doesNotContain("%2F");
    }
}
