/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** Transfers are called beside the orders, as the lines say that the job prints. */
class BankCallsITCase {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern CALL =
            Pattern.compile(
                    "curl -H '(.+): (.+)' -H '(.+): (.+)' (http://\\S+/calls/\\S+) -d '(.+)'");

    private static final String ORDER =
            "{\"id\": 1, \"payer\": \"17\", \"payee\": \"18\", \"amount\": 7.5}\n";

    @TempDir Path directory;

    private final InputStream before = System.in;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private final PipedOutputStream orders = new PipedOutputStream();
    private int port;

    @BeforeEach
    void pipe() throws IOException {
        System.setIn(new PipedInputStream(orders));
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
    }

    @AfterEach
    void end() throws IOException {
        orders.close();
        System.setIn(before);
        thread.shutdownNow();
    }

    @Test
    void calledTransfersAreExecutedOnceAndMoneyIsConserved() throws Exception {
        Path results = directory.resolve("results");
        Future<BankRun> running =
                thread.submit(
                        () ->
                                BankRun.with(
                                        "--input=-",
                                        "--opening-balance=100",
                                        "--parallelism=2",
                                        "--query-port=" + port,
                                        "--rejects=" + directory.resolve("rejects"),
                                        "--results=" + results));
        orders.write(ORDER.getBytes(StandardCharsets.UTF_8));
        orders.flush();
        Matcher call = printed();

        JsonNode first = awaitAnswer(call, call.group(6));
        JsonNode again = MAPPER.readTree(send(call, "transfer-1", call.group(6)).body());
        HttpResponse<String> negative =
                send(call, "transfer-2", call.group(6).replace("2500", "-1"));
        HttpResponse<String> tooMuch =
                send(call, "transfer-3", call.group(6).replace("2500", "2500000"));
        orders.close();
        BankRun run = running.get(60, TimeUnit.SECONDS);

        assertThat(first.path("outcome").asText()).isEqualTo("COMMITTED");
        assertThat(first.path("emitted")).hasSize(2);
        assertThat(first.toString()).doesNotContain("receivedAtMicros");
        assertThat(first.path("emitted").findValuesAsText("balance"))
                .isSubsetOf("7500", "12500", "6750", "13250");
        assertThat(again.path("repeated").asBoolean()).isTrue();
        assertThat(again.path("timestamp")).isEqualTo(first.path("timestamp"));
        assertThat(negative.statusCode()).isEqualTo(422);
        assertThat(negative.body()).contains("amount is not above 0: -0.01");
        assertThat(tooMuch.body()).contains("ABORTED").contains("balance is not negative");
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("Orders     1\n", "Calls      2\n", "2 committed, 1 aborted")
                .contains("Sound: money is conserved");
        assertThat(Files.readString(results))
                .containsOnlyOnce("\"call\":\"transfer\",\"outcome\":\"C");
    }

    @Test
    void readmeHasWhatIsPrinted() throws IOException {
        StringWriter out = new StringWriter();
        QueryHints.print(8095, new PrintWriter(out, true));
        String readme = Files.readString(Path.of("../README.md")).replace("\\\n    ", "");

        assertThat(out.toString().lines().map(String::strip))
                .filteredOn(line -> line.contains("/calls/") || line.contains("/value "))
                .hasSize(2)
                .allSatisfy(line -> assertThat(readme).contains(line));
    }

    /** The call that the job proposes. */
    private Matcher printed() {
        StringWriter out = new StringWriter();
        QueryHints.print(port, new PrintWriter(out, true));
        Matcher call = CALL.matcher(out.toString());
        assertThat(call.find()).as("%s", out).isTrue();
        return call;
    }

    /** Calls until the job is there. */
    private JsonNode awaitAnswer(Matcher call, String body) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try {
                HttpResponse<String> answer = send(call, call.group(4), body);
                if (answer.statusCode() == 200) {
                    return MAPPER.readTree(answer.body());
                }
                assertThat(answer.statusCode()).as(answer.body()).isIn(404, 503, 504);
            } catch (IOException e) {
                Thread.onSpinWait(); // there is no server yet
            }
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
        }
    }

    private HttpResponse<String> send(Matcher call, String key, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(call.group(5)))
                        .header(call.group(1), call.group(2))
                        .header(call.group(3), key)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
