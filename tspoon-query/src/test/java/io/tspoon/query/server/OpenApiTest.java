/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.MemoryCalls;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** The OpenAPI document allows what the server takes, and nothing else. */
class OpenApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_ENTRIES = 50;

    /** What a request may have in the wrong place. */
    private static final List<String> PARTS =
            List.of(
                    "null",
                    "true",
                    "false",
                    "0",
                    "-1",
                    "1",
                    "1.0",
                    "1e1",
                    "1.5",
                    "50",
                    "51",
                    "9223372036854775807",
                    "9223372036854775808",
                    "''",
                    "'x'",
                    "'fresh'",
                    "'snapshot'",
                    "'desc'",
                    "'/key'",
                    "'/value/amount'",
                    "'/values'",
                    "'key'",
                    "'eq'",
                    "'in'",
                    "'prefix'",
                    "'contains'",
                    "'exists'",
                    "'5'",
                    "'9223372036854775807'",
                    "'9223372036854775808'",
                    "'2020-02-29T10:00:00Z'",
                    "'2021-02-29T10:00:00Z'",
                    "[]",
                    "['a']",
                    "['/value/name']",
                    "['/value/name','/value/name']",
                    "{}",
                    "{'x':1}",
                    "{'field':'/key','op':'exists'}");

    public record Owner(String name, long amount) {}

    /** Which states there are, and of which types, no document can say. */
    private static final String OF_STATES = "TSP-4139";

    private int requests;
    private TestJob job;
    private Http http;
    private JsonNode document;
    private final Map<String, JsonSchema> schemas = new LinkedHashMap<>();

    @BeforeEach
    void start() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.max-entries", Integer.toString(MAX_ENTRIES));
        job = TestJob.start(1, options);
        TestJob.State<String, Owner> owners =
                job.state("bank", "owner", Types.STRING, TypeInformation.of(Owner.class), 2);
        owners.put("a", new Owner("Ann", 5), 1);
        owners.put("b", new Owner("Bob", 6), 2);
        MemoryCalls calls = MemoryCalls.of(2);
        job.add(0, calls.coordinator(0));
        job.add(0, calls.coordinator(1));
        http = new Http(job.address(0));
        document = http.get("/v1/openapi.json").json();
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    /** Each part of these requests is left out, and replaced by what does not belong there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "query | {'reads':[{'state':'owner','keys':['a'],'project':['/value/name']}],"
                        + "'consistency':'fresh','timeoutMs':5000}",
                "query | {'reads':[{'state':'owner','scan':{'keys':{'from':'a','to':'z',"
                        + "'prefix':'a'},'limit':1,'order':'asc','project':['/value/name']}},"
                        + "{'state':'owner','aggregate':{'compute':{'n':{'count':true}}}}]}",
                "scan | {'filter':{'and':[{'field':'/key','op':'eq','value':'a'},{'not':"
                        + "{'or':[{'field':'/key','op':'in','value':['x']},"
                        + "{'field':'/key','op':'prefix','value':'x'},"
                        + "{'field':'/value','op':'exists','value':false}]}}]},'limit':1}",
                "scan | {'at':'5','timeoutMs':5000,'project':['/value/name']}",
                "scan | {'after':'0','consistency':'snapshot'}",
                "scan | {'pageToken':'TOKEN','limit':1,'timeoutMs':5000}",
                "aggregate | {'keys':{'prefix':['a']},'filter':{'field':'/value/amount','op':'ge',"
                        + "'value':3},'compute':{'n':{'count':'/key'},'s':{'sum':'/value/amount'},"
                        + "'l':{'min':'/key'},'h':{'max':'/value'}},'after':'1'}",
                "calls | {'calls':[{'procedure':'length','key':'k','request':'x'},"
                        + "{'procedure':'none','key':'','request':null}]}",
                "transact | {'expect':[{'state':'balance','key':'a','value':1},"
                        + "{'state':'balance','key':'b','absent':true}],"
                        + "'put':[{'state':'balance','key':'a','value':2}],"
                        + "'delete':[{'state':'balance','key':'b'}]}"
            })
    void bodies(String path, String template) throws Exception {
        String body = template.replace("TOKEN", pageToken());
        JsonNode request = tree(body);
        assertThat(isTaken(path, request)).as(body).isTrue();
        List<JsonPointer> places = new ArrayList<>();
        addPlaces(JsonPointer.empty(), request, places);
        for (JsonPointer place : places) {
            for (String part : PARTS) {
                check(path, with(request, place, tree(part)));
            }
            if (!place.matches()) {
                check(path, with(request, place, null));
            }
            if (request.at(place) instanceof ObjectNode) {
                for (String name : List.of("x", "at", "after", "limit", "project", "keys", "or")) {
                    for (String part : List.of("1", "'1'", "[]", "['/value']")) {
                        check(path, with(request, place.appendProperty(name), tree(part)));
                    }
                }
            }
        }
    }

    /** As many as there may be, and one more. */
    @Test
    void sizes() throws Exception {
        Map<String, List<Integer>> limits =
                Map.of(
                        "query {'reads':[{'state':'owner','keys':[%s]}]}|'a'", List.of(MAX_ENTRIES),
                        "query {'reads':[%s]}|{'state':'owner','keys':[]}", List.of(100),
                        "scan {'project':[%s]}|'/value/#'", List.of(1_000),
                        "aggregate {'compute':{%s}}|'#':{'count':true}", List.of(100),
                        "calls {'calls':[%s]}|{'procedure':'length','key':'#','request':''}",
                                List.of(1_000));
        for (var limit : limits.entrySet()) {
            String path = limit.getKey().substring(0, limit.getKey().indexOf(' '));
            String[] parts = limit.getKey().substring(path.length() + 1).split("\\|");
            for (int more = 0; more < 2; more++) {
                int count = limit.getValue().get(0) + more;
                List<String> all = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    all.add(parts[1].replace("#", "n" + i));
                }
                JsonNode body = tree(parts[0].formatted(String.join(",", all)));
                assertThat(check(path, body))
                        .as("%s, %d", limit.getKey(), count)
                        .isEqualTo(more < 1);
            }
        }
        for (int length : List.of(1_000, 1_001)) {
            String pointer = "/value/" + "\ud83d\ude00".repeat(length - "/value/".length());
            JsonNode body = tree("{'filter':{'field':'" + pointer + "','op':'exists'}}");
            assertThat(check("scan", body)).isEqualTo(length == 1_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "0000000000000000001",
                "00000000000000000001",
                "1",
                "+1",
                "-1",
                " 1",
                "\u0661",
                "1e3",
                "9223372036854775806",
                "9223372036854775807",
                "9223372036854775808",
                "9999999999999999999",
                "2020-01-01T00:00:00Z",
                "2019-12-31T23:59:59Z",
                "2026-01-31T10:00:00.123456789Z",
                "2026-01-31T10:00:00.1234567890Z",
                "2026-01-31T10:00:00.Z",
                "2026-01-31T10:00Z",
                "2026-01-31t10:00:00Z",
                "2026-01-31T10:00:00z",
                "2026-01-31T10:00:00+00:00",
                "2026-01-31T24:00:00Z",
                "2026-01-31T23:59:60Z",
                "2026-04-31T10:00:00Z",
                "2024-02-29T10:00:00Z",
                "2026-02-29T10:00:00Z",
                "+2026-01-31T10:00:00Z",
                "2026-1-31T10:00:00Z",
                "2088-12-31T23:59:59Z",
                "2089-01-01T00:00:00Z",
                "2100-02-29T00:00:00Z",
                "now",
                ""
            })
    void timestamps(String text) throws Exception {
        for (String name : List.of("at", "after")) {
            check("scan", JSON.createObjectNode().put(name, text));
            checkParameters(Map.of(name, text));
        }
    }

    @Test
    void parameters() throws Exception {
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        for (String timeout :
                List.of("1", "0", "-1", "5000", "+5", "05", "1.5", "\u0665", "", "9".repeat(19))) {
            all.add(Map.of("timeoutMs", timeout));
        }
        for (String consistency : List.of("fresh", "snapshot", "FRESH", "")) {
            all.add(Map.of("consistency", consistency));
            all.add(Map.of("consistency", consistency, "at", "1"));
            all.add(Map.of("consistency", consistency, "after", "1"));
        }
        all.add(Map.of("at", "1", "after", "0"));
        all.add(Map.of("at", "1", "after", "1"));
        all.add(Map.of("at", "1", "timeoutMs", "5"));
        all.add(Map.of("limit", "1"));
        for (Map<String, String> parameters : all) {
            checkParameters(parameters);
        }
        assertThat(checkParameters(Map.of("at", "1"))).isTrue();
    }

    /** What the sender of a call wants beside its execution. */
    @Test
    void termsOfCalls() throws Exception {
        for (Map<String, String> terms :
                List.of(
                        Map.of("wait", "executed"),
                        Map.of("wait", "durable", "timeoutMs", "500"),
                        Map.of("wait", "EXECUTED"),
                        Map.of("wait", ""),
                        Map.of("after", "1", "wait", "executed"),
                        Map.of("after", "x"),
                        Map.of("timeoutMs", "0"),
                        Map.of("consistency", "fresh"),
                        Map.of("at", "1"))) {
            StringBuilder query = new StringBuilder("?");
            ObjectNode asObject = JSON.createObjectNode();
            for (var term : terms.entrySet()) {
                query.append(query.length() > 1 ? "&" : "");
                query.append(term.getKey()).append('=').append(term.getValue());
                asObject.set(
                        term.getKey(),
                        term.getKey().equals("timeoutMs")
                                ? JSON.readTree(term.getValue())
                                : JSON.getNodeFactory().textNode(term.getValue()));
            }
            Answer answer =
                    http.send(
                            http.request("/v1/graphs/bank/calls/length" + query)
                                    .header("Content-Type", "application/json")
                                    .header("Idempotency-Key", "k")
                                    .POST(BodyPublishers.ofString("\"x\"")));
            assertThat(isTaken(answer))
                    .as("%s: %s", terms, answer.json())
                    .isEqualTo(
                            schema("/components/schemas/CallTerms").validate(asObject).isEmpty());
        }
    }

    /** Answers are as the document says. */
    @Test
    void answersToCalls() throws Exception {
        var request =
                http.request("/v1/graphs/bank/calls/transfer")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "k");
        for (String body :
                List.of(
                        "{'from':'alice','to':'bob','amount':1}",
                        "{'from':'alice','to':'bob'}",
                        "{'from':'bob','to':'bob','amount':1}")) {
            Answer answer =
                    http.send(request.POST(BodyPublishers.ofString(body.replace('\'', '"'))));
            String schema = answer.status() == 200 ? "CallOutcome" : "CallProblem";
            assertThat(schema("/components/schemas/" + schema).validate(answer.json()))
                    .as("%s", answer.json())
                    .isEmpty();
        }
        assertThat(schema("/components/schemas/Graph").validate(http.get("/v1/graphs/bank").json()))
                .isEmpty();
        assertThat(
                        schema("/components/schemas/CallOutcome")
                                .validate(http.get("/v1/graphs/bank/calls/transfer/k").json()))
                .isEmpty();
    }

    /** Each reason is in the document. */
    @Test
    void reasons() {
        List<String> listed = new ArrayList<>();
        document.at("/components/schemas/Reason/enum").forEach(one -> listed.add(one.asText()));
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(FailureReason.values()).map(Enum::name).toList());
    }

    /** Whatever has parameters in the document knows no others. */
    @Test
    void pathsWithoutParametersTakeNone() throws Exception {
        for (String path : List.of("/v1/jobs", "/v1/graphs", "/v1/graphs/bank")) {
            assertThat(http.get(path).status()).isEqualTo(200);
            assertThat(http.get(path + "?x=1").reason()).isEqualTo("INVALID_REQUEST");
        }
    }

    private boolean checkParameters(Map<String, String> parameters) throws Exception {
        ObjectNode asObject = JSON.createObjectNode();
        StringBuilder query = new StringBuilder("?key=%22a%22");
        for (var parameter : new LinkedHashMap<>(parameters).entrySet()) {
            String value = parameter.getValue();
            boolean isNumber =
                    parameter.getKey().equals("timeoutMs") && value.matches("-?(0|[1-9][0-9]*)");
            asObject.set(
                    parameter.getKey(),
                    isNumber ? JSON.readTree(value) : JSON.getNodeFactory().textNode(value));
            query.append('&').append(parameter.getKey()).append('=');
            query.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
        Answer answer = http.get("/v1/graphs/bank/states/owner/value" + query);
        boolean allowed = schema("/components/parameters/when/schema").validate(asObject).isEmpty();
        assertThat(isTaken(answer)).as("%s: %s", parameters, answer.json()).isEqualTo(allowed);
        return allowed;
    }

    private boolean check(String path, JsonNode body) throws Exception {
        boolean allowed = schemas.computeIfAbsent(path, this::schemaOf).validate(body).isEmpty();
        // Which page tokens there are, no document can say.
        if (!body.path("pageToken").isTextual()) {
            assertThat(isTaken(path, body))
                    .as("%s %s is allowed: %s", path, body, allowed)
                    .isEqualTo(allowed);
        } else if (allowed) {
            assertThat(isTaken(path, body)).as("%s %s", path, body).isTrue();
        }
        return allowed;
    }

    private JsonSchema schemaOf(String path) {
        String name = path.substring(0, 1).toUpperCase(Locale.ROOT) + path.substring(1);
        return schema("/components/schemas/" + name);
    }

    private JsonSchema schema(String pointer) {
        ObjectNode root = JSON.createObjectNode().put("$ref", "#" + pointer);
        root.set("components", document.path("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(root);
    }

    private boolean isTaken(String path, JsonNode body) throws Exception {
        if (path.equals("calls") || path.equals("transact")) {
            return isTaken(
                    http.send(
                            http.request("/v1/graphs/bank/" + path)
                                    .header("Content-Type", "application/json")
                                    .header("Idempotency-Key", "k" + requests++)
                                    .POST(BodyPublishers.ofString(body.toString()))));
        }
        String below = path.equals("query") ? "query" : "states/owner/" + path;
        return isTaken(http.post("/v1/graphs/bank/" + below, body.toString()));
    }

    /** Which keys and tokens there are, and what fits together on a page, no document can say. */
    private static boolean isTaken(Answer answer) {
        String detail = answer.json().path("detail").asText();
        assertThat(answer.status()).as(detail).isNotEqualTo(500);
        return answer.status() == 200
                || answer.json().path("code").asText().equals(OF_STATES)
                || !(answer.reason().equals("INVALID_CALL")
                        || answer.reason().equals("INVALID_REQUEST")
                        || answer.reason().equals("REQUEST_TOO_LARGE")
                        || (answer.reason().equals("INVALID_TOKEN")
                                && detail.contains("Cannot read timestamp")));
    }

    private String pageToken() throws Exception {
        Answer page = http.post("/v1/graphs/bank/states/owner/scan", "{'limit':1}");
        return page.json().path("nextPageToken").asText();
    }

    private static void addPlaces(JsonPointer place, JsonNode node, List<JsonPointer> places) {
        places.add(place);
        for (var field : node.properties()) {
            addPlaces(place.appendProperty(field.getKey()), field.getValue(), places);
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                addPlaces(place.appendIndex(i), node.get(i), places);
            }
        }
    }

    /** A copy with another part at a place; null takes the part away. */
    private static JsonNode with(JsonNode request, JsonPointer place, JsonNode part) {
        if (place.matches()) {
            return part;
        }
        JsonNode copy = request.deepCopy();
        JsonPointer last = place.last();
        JsonNode parent = copy.at(place.head());
        if (parent instanceof ArrayNode array && part != null) {
            array.set(last.getMatchingIndex(), part);
        } else if (parent instanceof ArrayNode array) {
            array.remove(last.getMatchingIndex());
        } else if (part != null) {
            ((ObjectNode) parent).set(last.getMatchingProperty(), part);
        } else {
            ((ObjectNode) parent).remove(last.getMatchingProperty());
        }
        return copy;
    }

    private static JsonNode tree(String json) throws Exception {
        return JSON.readTree(json.replace('\'', '"'));
    }
}
