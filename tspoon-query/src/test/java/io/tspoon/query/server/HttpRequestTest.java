/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;
import io.tspoon.runtime.log.LoggedMessages;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

/** Requests as such: wrong ones, large ones, several at once, those of other sites. */
class HttpRequestTest {
    private TestJob job;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.timeout", "60 s");
        job = TestJob.start(2, options);
        job.state("bank", "balance", Types.STRING, Types.LONG, 4, 0L);
        http = new Http(job.address(0));
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/graphs/none/states/balance/keys/a | 404 | UNKNOWN_GRAPH",
                "/v1/graphs/bank/states/none/keys/a | 404 | UNKNOWN_STATE",
                "/v1/graphs/bank/states/balance/keys/a?at=x | 400 | INVALID_TOKEN",
                "/v1/graphs/bank/states/balance/keys/a?at=2019-12-31T23:59:59Z | 400 |"
                        + " INVALID_TOKEN",
                "/v1/graphs/bank/states/balance/keys/a?at=2026-02-30T00:00:00Z | 400 |"
                        + " INVALID_TOKEN",
                "/v1/graphs/bank/states/balance/keys/a?at=1&after=2 | 400 | INVALID_REQUEST",
                "/v1/graphs/bank/states/balance/keys/a?what=1 | 400 | INVALID_REQUEST",
                "/v1/graphs/bank/states/balance/keys/a?timeoutMs=-5 | 400 | INVALID_REQUEST",
                "/v1/graphs/bank/states/balance/keys/a?timeoutMs=5s | 400 | INVALID_REQUEST",
                "/v1/graphs/bank/states/balance/keys/%zz | 400 | INVALID_REQUEST",
                "/v1/graphs/bank/states/balance/value?key=7 | 400 | INVALID_KEY",
                "/v1/graphs/bank/states/balance/value | 400 | INVALID_REQUEST",
                "/v1/jobs/ff/graphs | 404 | UNKNOWN_JOB",
                "/v1/graphs/bank/query | 405 | METHOD_NOT_ALLOWED",
                "/v2/graphs | 404 | UNKNOWN_PATH",
                "/v1 | 404 | UNKNOWN_PATH"
            })
    void saysWhatIsWrong(String path, int status, String reason) throws Exception {
        // The JDK's client refuses a malformed address itself, so this one goes by hand.
        String line = RawHttp.send(job.address(0), "GET " + path + " HTTP/1.1");
        assertThat(line).startsWith("HTTP/1.1 " + status).contains("\"" + reason + "\"");
    }

    /** As curl sends what is typed; percent encoding is another way to write the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys/zo\u00eb",
                "keys/zo%C3%AB",
                "value?key=\"zo\u00eb\"",
                "value?key=%22zo\u00eb%22"
            })
    void bytesOfAddressesAreUtf8(String key) {
        job.state("bank", "visits", Types.STRING, Types.LONG, 4, 0L).put("zo\u00eb", 7L, 1);
        String line = "GET /v1/graphs/bank/states/visits/" + key + " HTTP/1.1";
        assertThat(RawHttp.send(job.address(0), line))
                .startsWith("HTTP/1.1 200")
                .contains("\"key\":\"zo\u00eb\",\"found\":true,\"value\":7");
        String end = "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        byte[] latin = (line + end).getBytes(ISO_8859_1);
        if (!key.contains("%C3")) {
            assertThat(RawHttp.sendAndEnd(job.address(0), latin))
                    .startsWith("HTTP/1.1 400")
                    .contains("\"INVALID_REQUEST\"", "UTF-8");
        }
    }

    @Test
    void bodiesThatNoParserTakesAreRefused() throws Exception {
        String deep = "[".repeat(101) + "]".repeat(101);
        for (String key : List.of(deep, "1".repeat(1_001), "{'" + "n".repeat(60_000) + "':1}")) {
            Answer answer =
                    http.post(
                            "/v1/graphs/bank/query",
                            "{'reads':[{'state':'balance','keys':[" + key + "]}]}");
            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(400);
            assertThat(answer.reason()).isEqualTo("INVALID_REQUEST");
        }
    }

    @Test
    void largeBodiesAndAddressesAreRefused() throws Exception {
        Answer body = http.post("/v1/graphs/bank/query", " ".repeat(2_000_000));
        assertThat(body.status()).isEqualTo(413);
        assertThat(http.get("/v1/" + "x".repeat(20_000)).status()).isEqualTo(414);
        Answer keys =
                http.post(
                        "/v1/graphs/bank/query",
                        "{'reads':[{'state':'balance','keys':["
                                + "'a',".repeat(10_001)
                                + "'b']}]}");
        assertThat(keys.reason()).isEqualTo("REQUEST_TOO_LARGE");
    }

    /** As curl does with large bodies. */
    @Test
    void thoseThatWaitToBeToldToGoOnLearnWhyNot() {
        String head =
                "POST /v1/graphs/bank/query HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        String large = head + "Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n";
        assertThat(RawHttp.sendRaw(job.address(0), large))
                .startsWith("HTTP/1.1 413")
                .contains("\"REQUEST_TOO_LARGE\"", "maxBytes=1048576");
        String unknown = head + "Content-Length: 2\r\nExpect: magic\r\n\r\n{}";
        assertThat(RawHttp.sendRaw(job.address(0), unknown))
                .startsWith("HTTP/1.1 417")
                .contains("\"INVALID_REQUEST\"", "known=100-continue");
        String small = head + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}";
        assertThat(RawHttp.sendRaw(job.address(0), small))
                .startsWith("HTTP/1.1 100 Continue")
                .contains("HTTP/1.1 400");
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            requests.append(
                    "GET /v1/graphs/bank/states/balance/keys/a%03d HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
                            .formatted(i, i == 39 ? "Connection: close\r\n" : ""));
        }
        String answers = RawHttp.sendRaw(job.address(0), requests.toString());
        int position = 0;
        for (int i = 0; i < 40; i++) {
            position = answers.indexOf("\"key\":\"a%03d\"".formatted(i), position);
            assertThat(position).as("answer %d", i).isPositive();
        }
    }

    /** One thread serves all connections, so the last answer comes when it has read all. */
    @Test
    void answersThatNobodyReadsDoNotPileUp() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.io-threads", "1");
        try (TestJob single = TestJob.start(1, options)) {
            URI address = URI.create(single.address(0));
            long before = pooledBytes();
            try (Socket deaf = new Socket()) {
                deaf.setReceiveBufferSize(4_096);
                deaf.connect(new InetSocketAddress(address.getHost(), address.getPort()));
                String request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
                byte[] requests = request.repeat(2_000).getBytes(StandardCharsets.US_ASCII);
                deaf.getOutputStream().write(requests);
                Http others = new Http(single.address(0));
                for (int i = 0; i < 100; i++) {
                    assertThat(others.get("/v1/health").status()).isEqualTo(200);
                }

                assertThat(pooledBytes() - before).isLessThan(20_000_000);
            }
        }
    }

    /** It begins to read, so the answer is being written; a part of it is outside of the heap. */
    @Test
    void aLargeAnswerThatNobodyReadsStaysInTheHeap() throws Exception {
        try (TestJob large = TestJob.start(1, new Configuration())) {
            String note = "x".repeat(15_000_000);
            large.state("bank", "note", Types.STRING, Types.STRING, 1).put("a", note, 1);
            String path = "/v1/graphs/bank/states/note/keys/a";
            Http others = new Http(large.address(0));
            assertThat(others.get("/v1/health").status()).isEqualTo(200);
            URI address = URI.create(large.address(0));
            long before = pooledBytes();
            try (Socket deaf = new Socket()) {
                deaf.setReceiveBufferSize(4_096);
                deaf.connect(new InetSocketAddress(address.getHost(), address.getPort()));
                String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
                deaf.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                assertThat(deaf.getInputStream().readNBytes(2_000)).hasSize(2_000);

                assertThat(pooledBytes() - before).isLessThan(8_000_000);
            }
            assertThat(others.get(path).json().path("value").textValue()).isEqualTo(note);
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosedWithOneWarning() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.max-connections", "1");
        try (TestJob single = TestJob.start(1, options);
                LoggedMessages log = new LoggedMessages(HttpServer.class)) {
            URI address = URI.create(single.address(0));
            String request = "GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
            try (Socket only = new Socket(address.getHost(), address.getPort())) {
                only.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                assertThat(only.getInputStream().readNBytes(15))
                        .isEqualTo("HTTP/1.1 200 OK".getBytes(StandardCharsets.US_ASCII));
                assertThat(log.all()).isEmpty();

                for (int i = 0; i < 3; i++) {
                    assertThat(RawHttp.sendRaw(single.address(0), request)).isEmpty();
                }
            }
            assertThat(log.all()).hasSize(1);
            assertThat(log.all().get(0)).contains("tspoon.query.max-connections=1, refused=1.");
        }
    }

    private static long pooledBytes() {
        ByteBufAllocatorMetric pool =
                ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
        return pool.usedDirectMemory() + pool.usedHeapMemory();
    }

    /** As for a proxy. What the address says of the host counts, not the header. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://localhost/v1/graphs | localhost | 200",
                "HTTPS://LOCALHOST:8095/v1/graphs | localhost | 200",
                "http://[::1]:8095/v1/graphs/bank/states/balance/value?key=%22a%22 | localhost |"
                        + " 200",
                "http://localhost | localhost | 200",
                "http://localhost?a=b | localhost | 200",
                "http://localhost/v1/graphs | evil.example | 200",
                "http://localhost/v1/no | localhost | 404",
                "http://evil.example/v1/graphs | localhost | 421",
                "http://a@localhost/v1/graphs | localhost | 400",
                "http:///v1/graphs | localhost | 400",
                "ftp://localhost/v1/graphs | localhost | 400",
                "v1/graphs | localhost | 400"
            })
    void addressesMayBeAbsolute(String target, String host, int status) {
        assertThat(RawHttp.send(job.address(0), "GET " + target + " HTTP/1.1", "Host: " + host))
                .startsWith("HTTP/1.1 " + status);
    }

    @Test
    void foreignHostsAndOriginsAreRefusedWithoutToken() {
        assertThat(RawHttp.send(job.address(0), "GET /v1/graphs HTTP/1.1", "Host: evil.example"))
                .contains("421");
        assertThat(
                        RawHttp.send(
                                job.address(0),
                                "GET /v1/graphs HTTP/1.1",
                                "Host: localhost",
                                "Origin: http://evil.example"))
                .contains("421");
    }
}
