/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.call.CallKey;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.TestJob;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who may call what, with which token. */
class CallRightsTest {
    private static final String TRANSFER = "/v1/graphs/bank/calls/transfer";
    private static final String LENGTH = "/v1/graphs/bank/calls/length";
    private static final String BODY = "{\"from\":\"alice\",\"to\":\"bob\",\"amount\":1}";
    private static final String TRANSACT = "/v1/graphs/bank/transact";
    private static final String SECRET = "-0123456789abcdef";
    private static final String MESSAGE =
            "{\"graph\":\"bank\",\"durable\":false,\"waitMs\":1000,\"calls\":[{\"coordinator\":0,"
                + "\"procedure\":\"transfer\",\"caller\":\"shop\",\"key\":\"KEY\",\"digestHigh\":1,"
                + "\"digestLow\":1,\"request\":"
                    + BODY
                    + "}]}";

    @TempDir Path folder;

    private final MemoryCalls calls = MemoryCalls.of(2);
    private Path tokens;
    private Path peers;

    @BeforeEach
    void writeFiles() throws Exception {
        tokens =
                Files.writeString(
                        folder.resolve("tokens"),
                        "# name scopes token\n"
                                + ("reader read reader" + SECRET + "\n")
                                + ("shop call:bank/transfer shop" + SECRET + "\n")
                                + ("other call:bank/*,read other" + SECRET + "\n")
                                + ("clerk write:bank/balance clerk" + SECRET + "\n")
                                + ("chief write:bank/* chief" + SECRET + "\n"));
        peers = Files.writeString(folder.resolve("peers"), "peers" + SECRET + "\n");
    }

    @Test
    void eachTokenDoesWhatItsScopesSay() throws Exception {
        try (TestJob job = start(tokensFiles())) {
            assertThat(status(call(job, "shop", TRANSFER, "k"))).isEqualTo("200");
            assertThat(status(call(job, "shop", LENGTH, "k"))).isEqualTo("403 FORBIDDEN");
            assertThat(status(call(job, "reader", TRANSFER, "k"))).isEqualTo("403 FORBIDDEN");
            assertThat(status(call(job, "peers", TRANSFER, "k"))).isEqualTo("403 FORBIDDEN");
            assertThat(status(call(job, "nobody", TRANSFER, "k"))).isEqualTo("401 UNAUTHENTICATED");
            assertThat(status(http(job, "reader").get("/v1/graphs/bank"))).isEqualTo("200");
            assertThat(status(http(job, "shop").get("/v1/graphs/bank"))).isEqualTo("403 FORBIDDEN");
            assertThat(status(http(job, "peers").get("/v1/graphs"))).isEqualTo("403 FORBIDDEN");
        }
    }

    /** All of the states that a request names, be it that they are only expected to be so. */
    @Test
    void eachStateNeedsItsScope() throws Exception {
        String balance = "{'put':[{'state':'balance','key':'bob','value':1}]}";
        String both =
                "{'put':[{'state':'balance','key':'bob','value':2}],"
                        + "'delete':[{'state':'owner','key':'bob'}]}";
        String expecting =
                "{'expect':[{'state':'owner','key':'bob','absent':true}],"
                        + "'put':[{'state':'balance','key':'bob','value':3}]}";
        try (TestJob job = start(tokensFiles())) {
            for (String name : List.of("shop", "other", "reader", "peers")) {
                assertThat(status(write(job, name, balance))).as(name).isEqualTo("403 FORBIDDEN");
            }
            for (String body : List.of(both, expecting)) {
                Answer refused = write(job, "clerk", body);
                assertThat(status(refused)).isEqualTo("403 FORBIDDEN");
                assertThat(refused.json().path("detail").asText())
                        .contains("scope=write:bank/owner");
                assertThat(refused.json().path("executed").asText()).isEqualTo("no");
            }
            assertThat(calls.executed()).isZero();
            assertThat(status(write(job, "clerk", balance))).isEqualTo("200");
            assertThat(status(write(job, "chief", both))).isEqualTo("200");
            assertThat(status(write(job, "chief", expecting))).isEqualTo("422 KEY_REUSED");
            assertThat(http(job, "clerk").get(TRANSACT + "/k").status()).isEqualTo(200);
            assertThat(status(http(job, "shop").get(TRANSACT + "/k"))).isEqualTo("403 FORBIDDEN");
            assertThat(status(call(job, "chief", TRANSFER, "k"))).isEqualTo("403 FORBIDDEN");
        }
    }

    /** Whoever may call all procedures may not write states by that. */
    @Test
    void writingIsNoProcedure() throws Exception {
        try (TestJob job = start(tokensFiles())) {
            assertThat(status(call(job, "other", "/v1/graphs/bank/calls/transact", "k")))
                    .isEqualTo("404 UNKNOWN_PROCEDURE");
            assertThat(status(http(job, "other").get("/v1/graphs/bank/calls/transact/k")))
                    .isEqualTo("404 UNKNOWN_PROCEDURE");
            assertThat(
                            http(job, "other")
                                    .send(
                                            http(job, "other")
                                                    .request("/v1/graphs/bank/calls")
                                                    .header("Content-Type", "application/json")
                                                    .POST(
                                                            BodyPublishers.ofString(
                                                                    "{\"calls\":[{\"procedure\":"
                                                                        + "\"transact\",\"key\":"
                                                                        + "\"k\",\"request\":{}}]}")))
                                    .json()
                                    .at("/answers/0/reason")
                                    .asText())
                    .isEqualTo("UNKNOWN_PROCEDURE");
            assertThat(calls.executed()).isZero();
        }
    }

    /** One caller neither gets nor blocks the outcomes of another one. */
    @Test
    void keysAreOfTheirCallers() throws Exception {
        try (TestJob job = start(tokensFiles())) {
            for (int i = 0; i < 5; i++) { // at both servers
                String key = "k" + i;
                assertThat(status(call(job, "shop", TRANSFER, key))).isEqualTo("200");
                assertThat(http(job, "other").get(TRANSFER + "/" + key).reason())
                        .isEqualTo("UNKNOWN_CALL");
                Answer other = call(job, "other", TRANSFER, key);
                assertThat(other.json().path("repeated").asBoolean()).isFalse();
                assertThat(http(job, "shop").get(TRANSFER + "/" + key).status()).isEqualTo(200);
            }
            assertThat(calls.balance("bob")).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @CsvSource({"shop,403", "other,403", "reader,403", "nobody,401", "peers,200"})
    void onlyPeersReachInternalPaths(String name, int status) throws Exception {
        try (TestJob job = start(tokensFiles())) {
            assertThat(internal(job, name).status()).isEqualTo(status);
            assertThat(calls.executed()).isEqualTo(status == 200 ? 1 : 0);
        }
    }

    /** The token of all is for reading, whichever path is taken. */
    @Test
    void singleTokenOnlyReads() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.token", "single" + SECRET);
        try (TestJob job = start(options)) {
            assertThat(http(job, "single").get("/v1/graphs/bank").status()).isEqualTo(200);
            assertThat(status(call(job, "single", TRANSFER, "k"))).isEqualTo("403 FORBIDDEN");
            assertThat(internal(job, "single").status()).isEqualTo(403);
            assertThat(calls.executed()).isZero();
        }
        options = tokensFiles();
        options.setString("tspoon.query.token", "single" + SECRET);
        try (TestJob job = start(options)) {
            assertThat(http(job, "single").get("/v1/graphs/bank").status()).isEqualTo(200);
            assertThat(status(call(job, "single", TRANSFER, "k"))).isEqualTo("403 FORBIDDEN");
            assertThat(internal(job, "single").status()).isEqualTo(403);
            assertThat(status(call(job, "shop", TRANSFER, "k"))).isEqualTo("200");
        }
    }

    /** Whoever lets anybody read has not let anybody write. */
    @Test
    void withoutTokensOnlyLoopbackIsCalled() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.bind-address", "0.0.0.0");
        options.setString("tspoon.query.advertised-host", "127.0.0.1");
        options.setString("tspoon.query.allow-unauthenticated", "true");
        try (TestJob job = start(options)) {
            assertThat(http(job, "any").get("/v1/graphs/bank").status()).isEqualTo(200);
            assertThat(status(call(job, "any", TRANSFER, "k"))).isEqualTo("403 FORBIDDEN");
            assertThat(internal(job, "any").status()).isEqualTo(403);
        }
    }

    @Test
    void tokensOfTheJobReplaceThoseOfTheProcess() throws Exception {
        Configuration ofProcess = new Configuration();
        ofProcess.setString("tspoon.query.token", "process" + SECRET);
        try (TestJob job = TestJob.start(1, tokensFiles(), ofProcess)) {
            job.state("bank", "balance", Types.STRING, Types.LONG, 1, 0L);
            assertThat(http(job, "process").get("/v1/graphs").status()).isEqualTo(401);
            assertThat(http(job, "reader").get("/v1/graphs").status()).isEqualTo(200);
        }
    }

    @Test
    void filesThatDoNotFit() throws Exception {
        Configuration alone = new Configuration();
        alone.setString("tspoon.query.tokens-file", tokens.toString());
        assertUnfit(alone, "tspoon.query.peer-token-file=(none)");
        Configuration peersAlone = new Configuration();
        peersAlone.setString("tspoon.query.peer-token-file", peers.toString());
        assertUnfit(peersAlone, "it goes with a file of tokens");
        Files.writeString(peers, "shop" + SECRET);
        assertUnfit(tokensFiles(), "its token is also one of the file of tokens");
        Files.writeString(peers, "short");
        assertUnfit(tokensFiles(), "it is shorter than 16 characters");
        Files.delete(peers);
        assertUnfit(tokensFiles(), "it cannot be read: NoSuchFileException");
        Files.writeString(tokens, "shop everything shop" + SECRET);
        assertUnfit(tokensFiles(), "line=1.");
    }

    private static void assertUnfit(Configuration options, String why) {
        assertThatThrownBy(() -> new QueryServerFactory().validate(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[TSP-4400] Cannot start query server: ")
                .hasMessageContaining(why)
                .hasMessageNotContaining("0123456789");
    }

    private Configuration tokensFiles() {
        Configuration options = new Configuration();
        options.setString("tspoon.query.tokens-file", tokens.toString());
        options.setString("tspoon.query.peer-token-file", peers.toString());
        return options;
    }

    private TestJob start(Configuration options) throws Exception {
        return TestJob.callable(2, calls, options);
    }

    private static Http http(TestJob job, String name) {
        return new Http(job.address(0), "Bearer " + name + SECRET, HttpClient.newHttpClient());
    }

    private static Answer call(TestJob job, String name, String path, String key) throws Exception {
        Http http = http(job, name);
        return http.send(
                http.request(path)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(BODY)));
    }

    private static Answer write(TestJob job, String name, String body) throws Exception {
        Http http = http(job, name);
        return http.send(
                http.request(TRANSACT)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "k")
                        .POST(BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private Answer internal(TestJob job, String name) throws Exception {
        int i = 0;
        while (calls.coordinator(0).owner(new CallKey("transfer", "shop", "k" + i)) != 0) {
            i++;
        }
        return http(job, name)
                .post(
                        "/v1/jobs/" + job.jobId() + "/internal/call",
                        MESSAGE.replace("KEY", "k" + i));
    }

    private static String status(Answer answer) {
        return (answer.status() + " " + answer.reason()).strip();
    }
}
