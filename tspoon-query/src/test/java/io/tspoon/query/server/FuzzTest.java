/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.TestJob;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever comes in, the server says what is wrong with it, and lives on. */
class FuzzTest {
    private static final int TRIES = 400;
    private static TestJob job;

    @BeforeContainer
    static void start() throws Exception {
        job = TestJob.start(1, new Configuration());
        TestJob.State<String, Long> balance =
                job.state("bank", "balance", Types.STRING, Types.LONG, 2, 0L);
        balance.put("a", 1L, 1);
        balance.put("b", 2L, 2);
    }

    @AfterContainer
    static void stop() throws Exception {
        job.close();
    }

    @Property(tries = TRIES)
    void bytes(@ForAll byte[] bytes) {
        isNoServerError(RawHttp.sendAndEnd(job.address(0), bytes));
        isAlive();
    }

    @Property(tries = TRIES)
    void addresses(@ForAll("addresses") String address) {
        isNoServerError(RawHttp.send(job.address(0), "GET " + address + " HTTP/1.1"));
    }

    @Property(tries = TRIES)
    void bodies(@ForAll("paths") String path, @ForAll("json") String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        isNoServerError(
                RawHttp.send(
                        job.address(0),
                        "POST " + path + " HTTP/1.1",
                        List.of("Content-Length: " + bytes.length),
                        body));
        isAlive();
    }

    @Provide
    Arbitrary<String> addresses() {
        Arbitrary<String> part =
                Arbitraries.oneOf(
                        Arbitraries.of(
                                "v1",
                                "graphs",
                                "bank",
                                "states",
                                "balance",
                                "keys",
                                "value",
                                "a",
                                "jobs",
                                "internal",
                                "console",
                                "..",
                                "",
                                "%",
                                "%00",
                                "%ff",
                                "metrics"),
                        Arbitraries.strings().withCharRange('!', '~').ofMaxLength(8));
        Arbitrary<String> query =
                Arbitraries.of(
                        "",
                        "?",
                        "?at=1",
                        "?at=-1",
                        "?after=9223372036854775807",
                        "?key=",
                        "?key=%22a%22",
                        "?key=[[[",
                        "?timeoutMs=0",
                        "?consistency=fresh&at=1",
                        "?=");
        return part.list()
                .ofMaxSize(8)
                .flatMap(parts -> query.map(q -> "/" + String.join("/", parts) + q));
    }

    @Provide
    Arbitrary<String> paths() {
        return Arbitraries.of(
                "/v1/graphs/bank/query",
                "/v1/graphs/bank/states/balance/scan",
                "/v1/graphs/bank/states/balance/aggregate",
                "/v1/jobs/" + job.jobId() + "/internal/describe",
                "/v1/jobs/" + job.jobId() + "/internal/pin",
                "/v1/jobs/" + job.jobId() + "/internal/settle",
                "/v1/jobs/" + job.jobId() + "/internal/unpin",
                "/v1/jobs/" + job.jobId() + "/internal/read",
                "/v1/jobs/" + job.jobId() + "/internal/scan",
                "/v1/jobs/" + job.jobId() + "/internal/aggregate",
                "/v1/jobs/" + job.jobId() + "/internal/owners");
    }

    /** JSON of the words that the server knows, put together at random, and sometimes cut off. */
    @Provide
    Arbitrary<String> json() {
        Arbitrary<String> whole = json(4);
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, whole),
                net.jqwik.api.Tuple.of(1, whole.map(json -> json.substring(0, json.length() / 2))));
    }

    private static Arbitrary<String> json(int depth) {
        Arbitrary<String> leaf =
                Arbitraries.of(
                        "1",
                        "0",
                        "-1",
                        "1e999999999",
                        "1e99999999999",
                        "9223372036854775808",
                        "true",
                        "null",
                        "\"\"",
                        "\"a\"",
                        "\"/value\"",
                        "\"/key/x\"",
                        "\"x\"",
                        "\"eq\"",
                        "\"lt\"",
                        "\"in\"",
                        "\"prefix\"",
                        "\"bank\"",
                        "\"balance\"",
                        "\"fresh\"",
                        "\"desc\"",
                        "\"\\ud800\"");
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<String> inner = Arbitraries.lazy(() -> json(depth - 1));
        Arbitrary<String> name =
                Arbitraries.of(
                        "reads",
                        "state",
                        "keys",
                        "scan",
                        "aggregate",
                        "compute",
                        "sum",
                        "min",
                        "count",
                        "filter",
                        "field",
                        "op",
                        "value",
                        "and",
                        "or",
                        "not",
                        "limit",
                        "order",
                        "pageToken",
                        "maxBytes",
                        "before",
                        "at",
                        "after",
                        "timeoutMs",
                        "project",
                        "from",
                        "to",
                        "prefix",
                        "graph",
                        "pin",
                        "snapshot",
                        "instance",
                        "instances",
                        "index",
                        "leaseMs");
        Arbitrary<String> object =
                name.flatMap(n -> inner.map(value -> "\"" + n + "\":" + value))
                        .list()
                        .ofMaxSize(4)
                        .map(fields -> fields.stream().collect(Collectors.joining(",", "{", "}")));
        Arbitrary<String> array =
                inner.list()
                        .ofMaxSize(3)
                        .map(items -> items.stream().collect(Collectors.joining(",", "[", "]")));
        return Arbitraries.oneOf(leaf, object, object, array);
    }

    private static void isNoServerError(String answer) {
        if (answer.startsWith("HTTP/1.1 5")) {
            assertThat(answer).startsWith("HTTP/1.1 503");
        }
        assertThat(answer).doesNotContain("Exception").doesNotContain("\tat ");
    }

    private static void isAlive() {
        assertThat(RawHttp.send(job.address(0), "GET /v1/health HTTP/1.1"))
                .startsWith("HTTP/1.1 200");
    }
}
