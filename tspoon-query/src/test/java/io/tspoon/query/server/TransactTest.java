/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests over HTTP that write states, with coordinators in memory at two servers. */
class TransactTest {
    private static final String TRANSACT = "/v1/graphs/bank/transact";
    private static final String PUT = "{'put':[{'state':'balance','key':'carl','value':7}]}";

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
    void putsAndDeletesAreExecutedOnce() throws Exception {
        String body =
                "{'expect':[{'state':'balance','key':'alice','value':100},"
                        + "{'state':'owner','key':'alice','absent':true}],"
                        + "'put':[{'state':'balance','key':'alice','value':70},"
                        + "{'state':'owner','key':'alice','value':{'name':'Alice','age':30}},"
                        + "{'state':'seat','key':{'row':3,'letter':'b'},'value':'alice'}],"
                        + "'delete':[{'state':'balance','key':'bob'}]}";
        Answer first = write("k1", body);

        assertThat(first.status()).as("%s", first.json()).isEqualTo(200);
        assertThat(first.response().headers().firstValue("Tspoon-Outcome")).hasValue("COMMITTED");
        assertThat(first.json().toString())
                .isEqualTo(
                        "{\"key\":\"k1\",\"outcome\":\"COMMITTED\",\"durable\":false,"
                                + "\"repeated\":false,\"id\":\"1\",\"timestamp\":\"1\","
                                + "\"attempts\":1,\"reasons\":[],\"emitted\":[]}");
        assertThat(calls.balance("alice")).isEqualTo(70);
        assertThat(calls.exists("bob")).isFalse();
        assertThat(calls.owner("alice")).isEqualTo("Owner[name=Alice, age=30]");
        assertThat(calls.seat(3, "b")).isEqualTo("alice");
        assertThat(write("k1", body).json().path("repeated").asBoolean()).isTrue();
        assertRefused(write("k1", PUT), 422, "KEY_REUSED");
        assertThat(http.get(TRANSACT + "/k1").json().path("timestamp").asText()).isEqualTo("1");
        assertThat(http.get(TRANSACT + "/k2").reason()).isEqualTo("UNKNOWN_CALL");
        assertThat(calls.executed()).isEqualTo(1);
    }

    @Test
    void requestsOfThePageAreSome() throws Exception {
        String page = Files.readString(Path.of("../docs/calls.md"));
        String part = page.substring(page.indexOf("## Write states"), page.indexOf("## Promises"));
        String sent = part.substring(part.indexOf("-d '") + 4, part.indexOf("}'") + 1);
        String whole = part.substring(part.indexOf("\n{\"expect\""));

        assertThat(write("k1", sent).json().path("outcome").asText()).isEqualTo("COMMITTED");
        assertThat(calls.balance("alice")).isEqualTo(70);
        Answer answer = write("k2", whole.substring(0, whole.indexOf("```")));
        assertThat(answer.json().at("/reasons/0/rule").asText())
                .as("%s", answer.json())
                .isEqualTo("/expect/0");
        assertThat(answer.json().path("reasons")).hasSize(1);
    }

    @Test
    void whatIsNotAsExpectedSaysWhere() throws Exception {
        Answer aborted =
                write(
                        "k1",
                        "{'expect':[{'state':'balance','key':'alice','value':100},"
                                + "{'state':'balance','key':'bob','value':1},"
                                + "{'state':'balance','key':'carl','value':0}],"
                                + "'put':[{'state':'balance','key':'alice','value':1}]}");

        assertThat(aborted.status()).isEqualTo(200);
        assertThat(aborted.response().headers().firstValue("Tspoon-Outcome")).hasValue("ABORTED");
        assertThat(aborted.json().path("reasons").toString())
                .isEqualTo(
                        "[{\"kind\":\"EXPECTATION\",\"operator\":\"balance\",\"key\":\"bob\","
                                + "\"rule\":\"/expect/1\",\"detail\":\"exists=true\"},"
                                + "{\"kind\":\"EXPECTATION\",\"operator\":\"balance\","
                                + "\"key\":\"carl\",\"rule\":\"/expect/2\","
                                + "\"detail\":\"exists=false\"}]");
        assertThat(calls.balance("alice")).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | `` | is no object",
                "{} | `` | of no key",
                "{'put':[],'delete':[]} | `` | of no key",
                "{'put':{}} | /put | no list",
                "{'puts':[]} | /puts | known=[expect, put, delete]",
                "{'put':[1]} | /put/0 | no object",
                "{'put':[{'key':'a','value':1}]} | /put/0/state | missing",
                "{'put':[{'state':1,'key':'a','value':1}]} | /put/0/state | no text",
                "{'put':[{'state':'balance','value':1}]} | /put/0/key | missing",
                "{'put':[{'state':'balance','key':null,'value':1}]} | /put/0/key | null",
                "{'put':[{'state':'balance','key':'a'}]} | /put/0/value | missing; name the key",
                "{'put':[{'state':'balance','key':'a','value':null}]} | /put/0/value | is null",
                "{'put':[{'state':'balance','key':'a','absent':true}]} | /put/0/absent | no such",
                "{'delete':[{'state':'balance','key':'a','value':1}]} | /delete/0/value | no such",
                "{'expect':[{'state':'balance','key':'a'}]} | /expect/0/value | say \"absent\"",
                "{'expect':[{'state':'balance','key':'a','absent':false}]} | /expect/0/absent"
                        + " | not true",
                "{'expect':[{'state':'balance','key':'a','absent':true,'value':1}]} | /expect/0"
                        + " | to be absent",
                "{'put':[{'state':'x','key':'a','value':1}]} | /put/0/state"
                        + " | writable=[balance, owner, seat, since]",
                "{'put':[{'state':'balance','key':1,'value':1}]} | /put/0/key | not fit",
                "{'put':[{'state':'balance','key':'a','value':'1'}]} | /put/0/value | not fit",
                "{'put':[{'state':'balance','key':'a','value':9223372036854775808}]}"
                        + " | /put/0/value | not fit",
                "{'put':[{'state':'owner','key':'a','value':{'name':'A'}}]} | /put/0/value/age"
                        + " | missing",
                "{'expect':[{'state':'owner','key':'a','value':{'name':null,'age':1}}]}"
                        + " | /expect/0/value/name | null",
                "{'put':[{'state':'owner','key':'a','value':{'name':'A','age':1,'x':1}}]}"
                        + " | /put/0/value/x | no such field",
                "{'delete':[{'state':'seat','key':{'row':1}}]} | /delete/0/key/letter | missing",
                "{'delete':[{'state':'since','key':'2026-01-01T00:00:00.0001Z'}]} | /delete/0/key"
                        + " | read as another key",
                "{'put':[{'state':'balance','key':'a','value':1}],"
                        + "'delete':[{'state':'balance','key':'a'}]} | /delete/0/key | already",
                "{'put':[{'state':'balance','key':'a','value':1},"
                        + "{'state':'balance','key':'a','value':1}]} | /put/1/key | already",
                "{'expect':[{'state':'balance','key':'a','value':1},"
                        + "{'state':'balance','key':'a','absent':true}]} | /expect/1/key | already",
                "{'put':[{'state':'balance','key':'a','value':1,'value':2}]} | /put/0/value | twice"
            })
    void invalidRequestsAreNotExecuted(String body, String pointer, String detail)
            throws Exception {
        Answer answer = write("k1", body);

        assertRefused(answer, 422, "INVALID_CALL");
        JsonNode problem = answer.json().at("/problems/0");
        assertThat(problem.path("pointer").asText()).isEqualTo(pointer);
        assertThat(problem.path("detail").asText()).contains(detail);
        assertThat(calls.executed()).isZero();
        assertThat(write("k1", PUT).json().path("repeated").asBoolean())
                .as("key is used up")
                .isFalse();
    }

    @Test
    void allProblemsAreReported() throws Exception {
        Answer answer =
                write(
                        "k1",
                        "{'expect':[{'state':'x','key':'a','absent':true}],"
                                + "'put':[{'state':'balance','key':'a','value':'1'},"
                                + "{'state':'owner','key':1,'value':{}}]}");

        assertThat(answer.json().path("problems"))
                .extracting(problem -> problem.path("pointer").asText())
                .startsWith("/expect/0/state", "/put/0/value", "/put/1/key");
    }

    @Test
    void thereIsAMostOfKeys() throws Exception {
        assertThat(write("k1", puts(1_000)).status()).isEqualTo(200);
        Answer answer = write("k2", puts(1_001));
        assertRefused(answer, 422, "INVALID_CALL");
        assertThat(answer.json().at("/problems/0/detail").asText()).contains("more than 1000");
    }

    private static String puts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'state':'balance','key':'a" + i + "','value':1}")
                .collect(Collectors.joining(",", "{'put':[", "]}"));
    }

    @Test
    void requestsThatAreNone() throws Exception {
        assertRefused(http.post(TRANSACT, PUT), 400, "INVALID_REQUEST");
        assertRefused(write("a b", PUT), 400, "INVALID_REQUEST");
        assertRefused(write("k", "{'put"), 400, "INVALID_REQUEST");
        assertRefused(write(TRANSACT + "?wait=never", "k", PUT), 400, "INVALID_REQUEST");
        assertRefused(write("/v1/graphs/none/transact", "k", PUT), 404, "UNKNOWN_GRAPH");
        assertRefused(write("/v1/graphs/bank/calls/transact", "k", PUT), 404, "UNKNOWN_PROCEDURE");
        assertThat(http.get(TRANSACT).status()).isEqualTo(405);
        assertThat(calls.executed()).isZero();
        assertThat(
                        write(TRANSACT + "?wait=durable&after=500", "k", PUT)
                                .json()
                                .path("timestamp")
                                .asText())
                .isEqualTo("501");
    }

    @Test
    void withoutWritableStatesThereIsNothingToWrite() throws Exception {
        calls.refuseWrites();

        Answer answer = write("k", PUT);
        assertRefused(answer, 404, "UNKNOWN_PROCEDURE");
        assertThat(answer.json().path("code").asText()).isEqualTo("TSP-4140");
        assertThat(http.get(TRANSACT + "/k").reason()).isEqualTo("UNKNOWN_PROCEDURE");
        assertThat(http.get("/v1/graphs/bank").json().has("transact")).isFalse();
    }

    /** The states are in the schema, and the procedure is none of those that can be called. */
    @Test
    void descriptionSaysWhatCanBeWritten() throws Exception {
        JsonNode graph = http.get("/v1/graphs/bank").json();

        assertThat(graph.path("procedures"))
                .extracting(procedure -> procedure.path("name").asText())
                .containsExactly("transfer", "length");
        assertThat(graph.at("/transact/retentionMs").asLong()).isEqualTo(3_600_000);
        JsonNode schema = graph.at("/transact/requestSchema/properties");
        assertThat(schema.at("/put/items/anyOf"))
                .extracting(clause -> clause.at("/properties/state/const").asText())
                .containsExactlyElementsOf(List.of("balance", "owner", "seat", "since"));
        assertThat(schema.at("/put/items/anyOf/1/properties/value/properties/age/type").asText())
                .isEqualTo("integer");
        assertThat(write(http, "/v1/graphs/bank/calls/steal", "k", "{}").json().path("detail"))
                .asString()
                .contains("known=[length, transfer]");
    }

    private Answer write(String key, String body) throws Exception {
        return write(TRANSACT, key, body);
    }

    private Answer write(String path, String key, String body) throws Exception {
        return write(http, path, key, body);
    }

    private static Answer write(Http at, String path, String key, String body) throws Exception {
        return at.send(
                at.request(path)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private static void assertRefused(Answer answer, int status, String reason) {
        assertThat(answer.reason()).as("%s", answer.json()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().path("executed").asText()).isEqualTo("no");
    }
}
