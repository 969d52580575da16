/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.TestJob;
import io.tspoon.query.tls.TlsFiles;
import io.tspoon.runtime.log.LoggedMessages;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.transaction.InvalidGraphException;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import javax.net.ssl.SSLContext;

import java.lang.reflect.Field;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecurityTest {
    private static final String TOKEN = "0123456789abcdef-secret";
    private static final String PASSWORD = "changeit";

    @TempDir Path directory;

    @Test
    void refusesToListenElsewhereWithoutAuthentication() {
        Configuration options = options("bind-address", "0.0.0.0");
        assertThatThrownBy(() -> new QueryServerFactory().validate(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tspoon.query.token-file")
                .hasMessageContaining("tspoon.query.allow-unauthenticated");
        options.setString("tspoon.query.allow-unauthenticated", "true");
        new QueryServerFactory().validate(options);
    }

    @Test
    void misspeltTokenIsRefused() {
        Configuration options = options("tokne", TOKEN);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(options);

        assertThatThrownBy(
                        () ->
                                TransactionalGraph.named("bank")
                                        .openTransaction(environment.fromSequence(1, 10)))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessage(
                        "[TSP-1000] Cannot open t-graph: there is no such option,"
                            + " key=tspoon.query.tokne. Did you mean tspoon.query.token? Correct or"
                            + " remove it.");
        assertThatThrownBy(() -> Gateway.start(URI.create("http://localhost:1"), options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[TSP-4404] Cannot start gateway: there is no such option")
                .hasMessageContaining("Did you mean tspoon.query.token?");
    }

    @Test
    void graphMayBeCalledQuery() {
        Configuration options = options("isolation", "PL4", "port", "0", "enabled", "true");
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(options);

        for (String name : List.of("bank", "query")) {
            assertThatCode(
                            () ->
                                    TransactionalGraph.named(name)
                                            .openTransaction(environment.fromSequence(1, 10)))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void everyOptionIsKnown() throws Exception {
        Set<String> keys = new HashSet<>(Set.of(TransactionalGraphOptions.QUERY_ENABLED.key()));
        for (Field field : QueryOptions.class.getFields()) {
            if (field.get(null) instanceof ConfigOption<?> option) {
                keys.add(option.key());
            }
        }
        assertThat(QueryOptions.keys()).isEqualTo(keys);
    }

    @Test
    void secretsAreNotLoggedWithTheSettings() {
        Configuration options =
                options("token", TOKEN, "tls.key-store-password", PASSWORD, "port", "0");

        assertThat(new ReadSettings(options.toMap(), 0, 7, 0, 1, 9))
                .hasToString(
                        "query-retention=0 ms, query-retained-versions=7,"
                                + " outcome-retention=0 ms, retained-outcomes=1,"
                                + " max-index-entries=9,"
                                + " {tspoon.query.port=0,"
                                + " tspoon.query.tls.key-store-password=(hidden),"
                                + " tspoon.query.token=(hidden)}");
    }

    @Test
    void whoListensOnAllInterfacesIsFoundByTheNameThatFlinkHasForTheProcess() throws Exception {
        try (LoggedMessages messages = new LoggedMessages(QueryServer.class);
                TestJob job =
                        TestJob.start(2, options("bind-address", "0.0.0.0", "token", TOKEN))) {
            TestJob.State<String, Long> balance =
                    job.state("bank", "balance", Types.STRING, Types.LONG, 4, 0L);
            balance.put("a", 7L, 10);

            assertThat(job.address(0)).startsWith("http://" + TestJob.HOST + ":");
            assertThat(
                            new Http(job.address(0), "Bearer " + TOKEN, HttpClient.newHttpClient())
                                    .post(
                                            "/v1/graphs/bank/states/balance/aggregate",
                                            "{'timeoutMs':60000,'compute':{'n':{'sum':'/value'}}}")
                                    .json()
                                    .at("/values/n")
                                    .asLong())
                    .isEqualTo(7);
            assertThat(messages.all())
                    .as("a token in clear")
                    .hasSize(2)
                    .allMatch(message -> message.contains(" without TLS: "))
                    .allMatch(message -> message.contains("Set tspoon.query.tls.key-store,"));
        }
    }

    /** One that all jobs share must not open a job that has its own. */
    @Test
    void tokenOfTheJobWinsHoweverItIsGiven() throws Exception {
        String shared = "fedcba9876543210-shared";
        Path file = Files.writeString(directory.resolve("token"), TOKEN);
        Path sharedFile = Files.writeString(directory.resolve("shared"), shared);
        for (Configuration ofJob :
                List.of(options("token", TOKEN), options("token-file", file.toString()))) {
            for (Configuration ofProcess :
                    List.of(
                            options("token", shared),
                            options("token-file", sharedFile.toString()))) {
                try (TestJob job = TestJob.start(1, ofJob, ofProcess)) {
                    String all = ofJob + " over " + ofProcess;
                    assertThat(statusWith(shared, job)).as(all).isEqualTo(401);
                    assertThat(statusWith(TOKEN, job)).as(all).isEqualTo(200);
                }
            }
        }
        try (TestJob job = TestJob.start(1, new Configuration(), options("token", shared))) {
            assertThat(statusWith(shared, job)).isEqualTo(200);
            assertThat(statusWith(TOKEN, job)).isEqualTo(401);
        }
    }

    private static int statusWith(String token, TestJob job) throws Exception {
        Http http = new Http(job.address(0), "Bearer " + token, HttpClient.newHttpClient());
        return http.get("/v1/graphs").status();
    }

    @Test
    void twoTokensOfOneSourceAreRefused() {
        Configuration options =
                options("enabled", "true", "token", TOKEN, "token-file", "/etc/tspoon/token");
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(options);
        String message =
                "[TSP-4400] Cannot start query server: there is another token beside that of the"
                    + " file, tspoon.query.token-file=/etc/tspoon/token. Remove tspoon.query.token,"
                    + " or the file's option; where the configuration of all jobs has the token,"
                    + " give this one its own by tspoon.query.token.";

        assertThatThrownBy(
                        () ->
                                TransactionalGraph.named("bank")
                                        .openTransaction(environment.fromSequence(1, 10)))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> TestJob.start(1, new Configuration(), options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void errorOfAnUnfitOptionHasItsCause() {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(
                        options("token-file", "/nowhere/token"));

        assertThatThrownBy(
                        () ->
                                TransactionalGraph.named("bank")
                                        .queryable()
                                        .openTransaction(environment.fromSequence(1, 10)))
                .isInstanceOf(InvalidGraphException.class)
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> new QueryServerFactory().validate(options("bind-address", "[x]")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasCauseInstanceOf(UnknownHostException.class);
    }

    @Test
    void refusesUnfitOptions() {
        for (String[] unfit :
                new String[][] {
                    {"port", "9-8"},
                    {"port", "x"},
                    {"token", "short"},
                    {"token-file", "/nowhere/token"},
                    {"token-file", "/nowhere/token", "token", TOKEN},
                    {"tls.client-certificate", "true"},
                    {"tls.key-store", "/nowhere/store"},
                    {"tls.trust-store", "/nowhere/store"},
                    {"max-entries", "0"},
                    {"bind-address", "0.0.0.0"}
                }) {
            assertThatThrownBy(() -> new QueryServerFactory().validate(options(unfit)))
                    .as("%s=%s", unfit[0], unfit[1])
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching("\\[TSP-44\\d\\d] Cannot .*");
        }
    }

    @Test
    void everyPathWithDataNeedsTheToken() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        try (LoggedMessages messages = new LoggedMessages(QueryServer.class);
                TestJob job = TestJob.start(2, options("token-file", file.toString()))) {
            assertThat(messages.all()).as("loopback").isEmpty();
            job.state("bank", "balance", Types.STRING, Types.LONG, 4, 0L);
            for (String token :
                    new String[] {"", "Bearer wrong", "Bearer " + TOKEN + "x", "Basic x"}) {
                Http http = new Http(job.address(0), token, HttpClient.newHttpClient());
                assertThat(http.get("/v1/graphs").status()).isEqualTo(401);
                assertThat(http.get("/v1/anything").status()).isEqualTo(401);
                assertThat(http.post("/v1/jobs/" + job.jobId() + "/internal/pin", "{}").reason())
                        .isEqualTo("UNAUTHENTICATED");
                assertThat(http.get("/v1/health").status()).isEqualTo(200);
                assertThat(http.get("/v1/openapi.json").json().path("openapi").asText())
                        .isEqualTo("3.1.0");
            }
            Http http = new Http(job.address(0), "Bearer " + TOKEN, HttpClient.newHttpClient());
            // Four instances on two servers: sub-requests carry the token.
            assertThat(
                            http.post(
                                            "/v1/graphs/bank/states/balance/aggregate",
                                            "{'timeoutMs':60000,'compute':{'n':{'count':true}}}")
                                    .status())
                    .isEqualTo(200);
        }
    }

    /** All that comes back until the server closes the connection, which nobody asked it to. */
    @Test
    void whoShowsNoTokenLosesTheConnection() throws Exception {
        try (TestJob job = TestJob.start(1, options("token", TOKEN))) {
            String answer =
                    RawHttp.sendRaw(
                            job.address(0),
                            "GET /v1/graphs HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20));
            assertThat(answer).startsWith("HTTP/1.1 401 ").contains("connection: close");
            assertThat(answer.lastIndexOf("HTTP/1.1")).as("no other answer").isZero();
        }
    }

    /** Only what the head says is sent: whoever waits for a body waits for ever. */
    @Test
    void bodiesAreTakenOfThoseWhoMaySendThem() throws Exception {
        try (TestJob job = TestJob.start(1, options("token", TOKEN))) {
            job.state("bank", "balance", Types.STRING, Types.LONG, 1, 0L);
            for (String head :
                    new String[] {
                        "POST /v1/graphs/bank/query HTTP/1.1\r\nContent-Length: 1000000",
                        "POST /v1/graphs/bank/query HTTP/1.1\r\nTransfer-Encoding: chunked",
                        "POST /v1/health HTTP/1.1\r\nContent-Length: 1000000",
                        "GET /v1/health HTTP/1.1\r\nContent-Length: 1000000",
                        "POST /v1/graphs/bank/query HTTP/1.1\r\nContent-Length: 9\r\n"
                                + "Authorization: Bearer wrong",
                        "POST /v1/graphs/bank/query HTTP/1.1\r\nContent-Length: 9\r\n"
                                + "Expect: 100-continue"
                    }) {
                String answer =
                        RawHttp.sendRaw(
                                job.address(0),
                                "GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                        + head
                                        + "\r\nHost: localhost\r\n\r\n");
                assertThat(answer).as(head).startsWith("HTTP/1.1 200 ");
                assertThat(answer.substring(answer.indexOf("HTTP/1.1", 1)))
                        .as(head)
                        .startsWith("HTTP/1.1 401 ")
                        .contains("\"UNAUTHENTICATED\"");
            }
            String withToken =
                    " /v1/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n"
                            + "Authorization: Bearer "
                            + TOKEN
                            + "\r\n\r\n";
            assertThat(RawHttp.sendRaw(job.address(0), "GET" + withToken))
                    .startsWith("HTTP/1.1 400 ");
            assertThat(RawHttp.sendRaw(job.address(0), "PUT" + withToken))
                    .startsWith("HTTP/1.1 405 ")
                    .contains("allow: GET, HEAD");
        }
    }

    @Test
    void mutualTlsOnEveryListener() throws Exception {
        Path store = directory.resolve("store.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=ip:127.0.0.1,dns:localhost",
                                "-validity",
                                "2",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor()).isZero();
        Configuration options =
                options(
                        "tls.key-store",
                        store.toString(),
                        "tls.key-store-password",
                        PASSWORD,
                        "tls.trust-store",
                        store.toString(),
                        "tls.trust-store-password",
                        PASSWORD,
                        "tls.client-certificate",
                        "true");
        try (TestJob job = TestJob.start(2, options)) {
            TestJob.State<String, Long> balance =
                    job.state("bank", "balance", Types.STRING, Types.LONG, 4, 0L);
            balance.put("a", 7L, 10);
            String note = "x".repeat(1_000_000);
            job.state("bank", "note", Types.STRING, Types.STRING, 2).put("a", note, 10);
            assertThat(job.address(0)).startsWith("https://");
            SSLContext with = new TlsFiles(store, PASSWORD, store, PASSWORD).context();
            Http trusted =
                    new Http(job.address(0), "", HttpClient.newBuilder().sslContext(with).build());
            assertThat(
                            trusted.post(
                                            "/v1/graphs/bank/states/balance/aggregate",
                                            "{'timeoutMs':60000,'compute':{'n':{'sum':'/value'}}}")
                                    .json()
                                    .path("values")
                                    .path("n")
                                    .asLong())
                    .isEqualTo(7);
            JsonNode large = trusted.get("/v1/graphs/bank/states/note/keys/a").json();
            assertThat(large.path("value").textValue()).isEqualTo(note);
            SSLContext without = new TlsFiles(null, "", store, PASSWORD).context();
            Http anonymous =
                    new Http(
                            job.address(0),
                            "",
                            HttpClient.newBuilder().sslContext(without).build());
            assertThatThrownBy(() -> anonymous.get("/v1/graphs"))
                    .isInstanceOf(java.io.IOException.class);
        }
    }

    private static Configuration options(String... pairs) {
        Configuration options = new Configuration();
        for (int i = 0; i < pairs.length; i += 2) {
            options.setString("tspoon.query." + pairs[i], pairs[i + 1]);
        }
        return options;
    }
}
