/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.call.CallException;
import io.tspoon.call.CallKey;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.TestJob;
import io.tspoon.runtime.log.LoggedMessages;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls over HTTP, with coordinators in memory at two servers. */
class CallsTest {
    private static final String CALLS = "/v1/graphs/bank/calls";
    private static final String TRANSFER = CALLS + "/transfer";

    /** Enough for a call to reach its coordinator, even on a busy machine. */
    private static final int LONG_MS = 10_000;

    private final MemoryCalls calls = MemoryCalls.of(2);
    private TestJob job;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        job = TestJob.callable(2, calls, new Configuration());
        http = new Http(job.address(0));
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @Test
    void callIsExecutedOnce() throws Exception {
        Answer first = call("k1", transfer(30));

        assertThat(first.status()).as("%s", first.json()).isEqualTo(200);
        assertThat(first.json().toString())
                .isEqualTo(
                        "{\"key\":\"k1\",\"outcome\":\"COMMITTED\",\"durable\":false,"
                                + "\"repeated\":false,\"id\":\"1\",\"timestamp\":\"1\","
                                + "\"attempts\":1,\"reasons\":[],\"emitted\":["
                                + "{\"account\":\"alice\",\"balance\":70},"
                                + "{\"account\":\"bob\",\"balance\":30}]}");
        assertThat(outcomeHeader(first)).isEqualTo("COMMITTED");
        Answer second = call("k1", " { 'amount':30, 'to':'bob','from':'alice'} ");
        assertThat(second.json().path("repeated").asBoolean()).isTrue();
        assertThat(second.json().path("timestamp").asText()).isEqualTo("1");
        assertThat(calls.balance("alice")).isEqualTo(70);
        Answer reused = call("k1", transfer(31));
        assertRefused(reused, 422, "KEY_REUSED");
        assertThat(call("k2", transfer(30)).json().path("repeated").asBoolean()).isFalse();
        assertThat(calls.executed()).isEqualTo(2);
    }

    /** Wherever the coordinator is: between servers they are written without an exponent. */
    @Test
    void wholeNumbersMayHaveAnExponent() throws Exception {
        for (int owner = 0; owner < 2; owner++) {
            String key = keyOf(owner);
            assertThat(
                            call(key, "{'from':'alice','to':'bob','amount':1e0}")
                                    .json()
                                    .path("repeated")
                                    .isBoolean())
                    .isTrue();
            assertThat(call(key, transfer(1)).json().path("repeated").asBoolean()).isTrue();
            assertRefused(
                    call(key, "{'from':'alice','to':'bob','amount':1.0}"), 422, "INVALID_CALL");
        }
    }

    @Test
    void eachServerFindsTheCoordinatorOfEachKey() throws Exception {
        for (int server = 0; server < 2; server++) {
            Http at = new Http(job.address(server));
            for (int i = 0; i < 10; i++) {
                String key = server + "-" + i;
                assertThat(call(at, TRANSFER, key, transfer(1)).status()).isEqualTo(200);
                Answer found = at.get(TRANSFER + "/" + key);
                assertThat(found.status()).isEqualTo(200);
                assertThat(found.json().path("repeated").asBoolean()).isTrue();
            }
        }
        assertThat(calls.balance("bob")).isEqualTo(20);
    }

    /** A gateway, or a server without a coordinator, asks one that has. */
    @Test
    void serverWithoutCoordinatorsAsksForOwners() throws Exception {
        job.remove(0, calls.coordinator(0));
        job.add(1, calls.coordinator(0));
        for (int i = 0; i < 10; i++) {
            assertThat(call("k" + i, transfer(1)).status()).isEqualTo(200);
        }
        assertThat(calls.balance("bob")).isEqualTo(10);
    }

    @Test
    void movedCoordinatorIsFoundAgain() throws Exception {
        String first = keyOf(0);
        String second = keyOf(1);
        assertThat(call(first, transfer(1)).status()).isEqualTo(200);

        job.remove(1, calls.coordinator(1));
        job.add(0, calls.coordinator(1));
        assertThat(call(second, transfer(1)).status()).isEqualTo(200);

        job.remove(0, calls.coordinator(1));
        Answer lost = call("other" + second, transfer(1));
        Answer gone = call(second, transfer(1));
        assertRefused(gone, 503, "NOT_READY");
        assertThat(List.of(lost.status(), gone.status())).contains(503);
        assertThat(calls.executed()).isLessThanOrEqualTo(3);
    }

    @Test
    void abortIsAnAnswer() throws Exception {
        Answer aborted = call("k1", transfer(101));

        assertThat(aborted.status()).isEqualTo(200);
        assertThat(outcomeHeader(aborted)).isEqualTo("ABORTED");
        assertThat(aborted.json().path("outcome").asText()).isEqualTo("ABORTED");
        assertThat(aborted.json().at("/reasons/0/rule").asText())
                .isEqualTo("balance is not negative");
        assertThat(aborted.json().path("emitted")).isEmpty();
    }

    @Test
    void failedFunctionHasAnOutcome() throws Exception {
        for (boolean repeated : new boolean[] {false, true}) {
            Answer failed = call("k1", "{'from':'alice','to':'nobody','amount':1}");
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.reason()).isEqualTo("FAILED");
            assertThat(outcomeHeader(failed)).isEqualTo("ABORTED");
            assertThat(failed.json().path("outcome").asText()).isEqualTo("ABORTED");
            assertThat(failed.json().path("repeated").asBoolean()).isEqualTo(repeated);
            assertThat(failed.json().at("/reasons/0/kind").asText()).isEqualTo("FAILURE");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'from':'alice','to':'bob'} | 422 | INVALID_CALL | /amount",
                "{'from':'alice','to':null,'amount':1} | 422 | INVALID_CALL | /to",
                "{'from':'alice','to':'bob','amount':1,'x':2} | 422 | INVALID_CALL | /x",
                "{'from':'alice','to':'bob','amount':2147483648} | 422 | INVALID_CALL | /amount",
                "{'from':'alice','to':'bob','amount':'1'} | 422 | INVALID_CALL | /amount",
                "{'from':'alice','to':'bob','amount':1} {} | 422 | INVALID_CALL | ``",
                "{'from':'alice','to':'bob','amount':1,'amount':2} | 422 | INVALID_CALL | /amount",
                "{'from':'bob','to':'bob','amount':1} | 422 | INVALID_CALL | ``",
                "[] | 422 | INVALID_CALL | ``",
                "null | 422 | INVALID_CALL | ``",
                "{'from | 400 | INVALID_REQUEST |",
                "`` | 400 | INVALID_REQUEST |"
            })
    void invalidCallsAreNotExecuted(String body, int status, String reason, String pointer)
            throws Exception {
        Answer answer = call("k1", body == null ? "" : body);

        assertRefused(answer, status, reason);
        if (reason.equals("INVALID_CALL")) {
            JsonNode problem = answer.json().at("/problems/0");
            assertThat(problem.path("pointer").asText()).isEqualTo(pointer == null ? "" : pointer);
            assertThat(problem.path("detail").asText()).isNotEmpty();
        }
        assertThat(call("k1", transfer(1)).json().path("repeated").asBoolean())
                .as("key is used up")
                .isFalse();
        assertThat(calls.executed()).isEqualTo(1);
    }

    @Test
    void requestsThatAreNoCalls() throws Exception {
        assertRefused(http.post(TRANSFER, transfer(1)), 400, "INVALID_REQUEST");
        for (String key : List.of("", "a b", "x".repeat(256))) {
            assertRefused(call(key, transfer(1)), 400, "INVALID_REQUEST");
        }
        assertThat(call("x".repeat(255), transfer(1)).status()).isEqualTo(200);
        assertRefused(
                http.send(
                        http.request(TRANSFER)
                                .header("Idempotency-Key", "k")
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString(transfer(1).replace('\'', '"')))),
                415,
                "UNSUPPORTED_TYPE");
        assertRefused(
                http.send(
                        request(http, TRANSFER, "k")
                                .header("Idempotency-Key", "l")
                                .POST(BodyPublishers.ofString(transfer(1).replace('\'', '"')))),
                400,
                "INVALID_REQUEST");
        assertRefused(call(http, CALLS + "/steal", "k", "1"), 404, "UNKNOWN_PROCEDURE");
        assertRefused(call(http, "/v1/graphs/none/calls/transfer", "k", "1"), 404, "UNKNOWN_GRAPH");
        for (String parameter : List.of("wait=never", "x=1", "timeoutMs=0", "at=1")) {
            assertRefused(
                    call(http, TRANSFER + "?" + parameter, "k", transfer(1)),
                    400,
                    "INVALID_REQUEST");
        }
        assertThat(http.get(TRANSFER).status()).isEqualTo(405);
        assertThat(calls.executed()).isEqualTo(1);
    }

    @Test
    void termsReachTheCoordinator() throws Exception {
        JsonNode json =
                call(http, TRANSFER + "?wait=durable&after=500&timeoutMs=5000", "k1", transfer(1))
                        .json();
        assertThat(json.path("durable").asBoolean()).isTrue();
        assertThat(json.path("timestamp").asText()).isEqualTo("501");
    }

    @Test
    void nobodyWaitsForWhatNeverBecomesDurable() throws Exception {
        String key = keyOf(0);
        calls.coordinator(0).neverDurable();

        Answer answer = call(http, TRANSFER + "?wait=durable", key, transfer(1));

        assertRefused(answer, 400, "INVALID_REQUEST");
        assertThat(answer.json().path("code").asText()).isEqualTo("TSP-4156");
        assertThat(call(key, transfer(1)).status()).isEqualTo(200);
    }

    @Test
    void whoDoesNotWaitAnyLongerIsTakenOff() throws Exception {
        for (int owner = 0; owner < 2; owner++) { // here and at the other server
            String key = keyOf(owner);
            MemoryCalls.Coordinator coordinator = calls.coordinator(owner);
            coordinator.hold(true);
            assertThat(http.get(TRANSFER + "/" + key).reason()).isEqualTo("UNKNOWN_CALL");

            Answer late = callInVain(coordinator, key);

            assertThat(late.status()).as("%s", late.json()).isEqualTo(504);
            assertThat(late.reason()).isEqualTo("TIMEOUT");
            assertThat(late.json().path("executed").asText()).isEqualTo("unknown");
            Await.until("nobody waits", () -> coordinator.waiting() == 0);
            Answer underWay = http.get(TRANSFER + "/" + key);
            assertThat(underWay.status()).isEqualTo(202);
            assertThat(underWay.json().path("underWay").asBoolean()).isTrue();

            CompletableFuture<Answer> attached =
                    CompletableFuture.supplyAsync(() -> unchecked(key, transfer(1)));
            Await.until("somebody waits", () -> coordinator.waiting() == 1);
            coordinator.hold(false);
            assertThat(attached.get().status()).isEqualTo(200);
            assertThat(http.get(TRANSFER + "/" + key).status()).isEqualTo(200);
        }
        assertThat(calls.executed()).isEqualTo(2);
    }

    /** Its time is too short for the outcome, but must not be too short for the way there. */
    private Answer callInVain(MemoryCalls.Coordinator coordinator, String key) throws Exception {
        for (int timeoutMs = 200; ; timeoutMs *= 2) {
            Answer late = call(http, TRANSFER + "?timeoutMs=" + timeoutMs, key, transfer(1));
            if (coordinator.hasTaken(key) || timeoutMs > LONG_MS) {
                return late;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CallException.Reason.class)
    void whatCoordinatorsSayIsPassedOn(CallException.Reason reason) throws Exception {
        String key = keyOf(1);
        calls.coordinator(1).refuse(new CallException(reason, "[TSP-2121] By the test."));

        Answer answer = call(key, transfer(1));

        String expected =
                switch (reason) {
                    case KEY_REUSED -> "422 KEY_REUSED no";
                    case OVERLOADED -> "503 OVERLOADED no";
                    case ENDED -> "503 ENDED no";
                    case NOT_OWNER -> "503 MOVED no";
                    case TOO_FAR_AHEAD -> "400 INVALID_TOKEN no";
                    case STOPPED -> "503 MOVED unknown";
                };
        assertThat(
                        answer.status()
                                + " "
                                + answer.reason()
                                + " "
                                + answer.json().path("executed").asText())
                .isEqualTo(expected);
        assertThat(answer.json().path("detail").asText()).contains("By the test.");
        assertThat(answer.response().headers().firstValue("retry-after").isPresent())
                .isEqualTo(answer.status() == 503);
    }

    @Test
    void batchIsAnsweredInItsOrder() throws Exception {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            entries.add(
                    "{'procedure':'length','key':'k" + i + "','request':'" + "x".repeat(i) + "'}");
        }
        entries.add("{'procedure':'transfer','key':'t1','request':" + transfer(101) + "}");
        entries.add("{'procedure':'transfer','key':'t2','request':{}}");
        entries.add("{'procedure':'none','key':'t3','request':1}");
        entries.add("{'procedure':'length','key':'a b','request':'x'}");
        entries.add("{'procedure':'length','key':'k3','request':'xxx'}");

        Answer answer = batch(entries);

        assertThat(answer.status()).as("%s", answer.json()).isEqualTo(200);
        JsonNode answers = answer.json().path("answers");
        assertThat(answers).hasSize(25);
        for (int i = 0; i < 20; i++) {
            assertThat(answers.path(i).path("key").asText()).isEqualTo("k" + i);
            assertThat(answers.path(i).at("/emitted/0").asInt()).isEqualTo(i);
        }
        assertThat(answers.path(20).path("outcome").asText()).isEqualTo("ABORTED");
        assertThat(answers.path(21).path("reason").asText()).isEqualTo("INVALID_CALL");
        assertThat(answers.path(21).path("executed").asText()).isEqualTo("no");
        assertThat(answers.path(22).path("reason").asText()).isEqualTo("UNKNOWN_PROCEDURE");
        assertThat(answers.path(23).path("reason").asText()).isEqualTo("INVALID_REQUEST");
        assertThat(answers.path(24).path("repeated").asBoolean()).isTrue();
    }

    @Test
    void batchesThatAreNone() throws Exception {
        String one = "{'procedure':'length','key':'k','request':''}";
        for (String body :
                List.of(
                        "[]",
                        "{}",
                        "{'calls':[]}",
                        "{'calls':[" + one + "],'x':1}",
                        "{'calls':[1]}",
                        "{'calls':[{'procedure':'length','key':'k'}]}",
                        "{'calls':[{'procedure':'length','key':1,'request':''}]}",
                        "{'calls':[{'procedure':'length','key':'k','request':'','x':1}]}",
                        "{'calls':[" + one + (("," + one).repeat(1_000)) + "]}")) {
            assertRefused(call(http, CALLS, null, body), 400, "INVALID_REQUEST");
        }
        assertThat(calls.executed()).isZero();
    }

    @Test
    void proceduresAreDescribed() throws Exception {
        JsonNode procedure = http.get("/v1/graphs/bank").json().at("/procedures/0");
        assertThat(procedure.path("name").asText()).isEqualTo("transfer");
        assertThat(procedure.at("/requestSchema/properties/amount/type").asText())
                .isEqualTo("integer");
        assertThat(procedure.at("/answerSchema/properties/account/type").asText())
                .isEqualTo("string");
        assertThat(procedure.path("retentionMs").asLong()).isEqualTo(3_600_000);
    }

    @Test
    void graphWithoutProceduresHasNone() throws Exception {
        job.state("stock", "items", Types.STRING, Types.LONG, 2, 0L);
        assertRefused(call(http, "/v1/graphs/stock/calls/buy", "k", "1"), 503, "NOT_READY");
        for (int i = 0; i < 2; i++) {
            job.coordinator("stock", i, calls.coordinator(0).status());
        }
        assertThat(http.get("/v1/graphs/stock").json().path("procedures")).isEmpty();
        assertRefused(call(http, "/v1/graphs/stock/calls/buy", "k", "1"), 404, "UNKNOWN_PROCEDURE");
        assertThat(http.get("/v1/graphs/stock/calls/buy/k").reason())
                .isEqualTo("UNKNOWN_PROCEDURE");
    }

    @Test
    void eachCallIsAudited() throws Exception {
        try (LoggedMessages messages = new LoggedMessages("io.tspoon.query.audit", Level.INFO)) {
            call("secret-key", transfer(1));
            batch(
                    List.of(
                            "{'procedure':'length','key':'k1','request':''}",
                            "{'procedure':'length','key':'k2','request':''}"));
            Await.until("three lines", () -> messages.all().size() == 3);
            assertThat(messages.all())
                    .allMatch(
                            message -> message.matches(".* key=[0-9a-f]{16} outcome=COMMITTED .*"))
                    .noneMatch(message -> message.contains("secret-key"));
            assertThat(messages.all().get(0))
                    .contains(" call graph=bank procedure=transfer caller= key=")
                    .contains(" timestamp=1 ms=");
        }
    }

    private String keyOf(int coordinator) {
        for (int i = 0; ; i++) {
            CallKey key = new CallKey("transfer", "", "own" + i);
            if (calls.coordinator(0).owner(key) == coordinator) {
                return key.key();
            }
        }
    }

    private static String transfer(int amount) {
        return "{'from':'alice','to':'bob','amount':" + amount + "}";
    }

    private Answer call(String key, String body) throws Exception {
        return call(http, TRANSFER, key, body);
    }

    private Answer unchecked(String key, String body) {
        try {
            return call(key, body);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Answer batch(List<String> entries) throws Exception {
        return call(http, CALLS, null, "{'calls':[" + String.join(",", entries) + "]}");
    }

    private static Answer call(Http at, String path, String key, String body) throws Exception {
        return at.send(
                request(at, path, key).POST(BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private static java.net.http.HttpRequest.Builder request(Http at, String path, String key) {
        var request = at.request(path).header("Content-Type", "application/json");
        return key == null ? request : request.header("Idempotency-Key", key);
    }

    private static String outcomeHeader(Answer answer) {
        return answer.response().headers().firstValue("Tspoon-Outcome").orElse("");
    }

    private static void assertRefused(Answer answer, int status, String reason) {
        assertThat(answer.reason()).as("%s", answer.json()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().path("executed").asText()).isEqualTo("no");
    }
}
