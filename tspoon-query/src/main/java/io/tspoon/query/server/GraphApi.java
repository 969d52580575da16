/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Fields;
import io.tspoon.query.request.PageToken;
import io.tspoon.query.request.Projection;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.query.route.Router;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The paths of one t-graph. {@link Methods} has checked that there is such a path, and its method.
 *
 * @param job job of the t-graph
 * @param graph name of the t-graph
 * @param settings settings of the server
 * @param mapper reads bodies
 */
record GraphApi(Job job, String graph, Settings settings, ObjectMapper mapper) {
    private static final Set<String> QUERY = union(WantedSnapshot.FIELDS, Set.of("reads"));
    private static final Set<String> SCAN =
            union(union(WantedSnapshot.FIELDS, Scan.FIELDS), Set.of("pageToken"));
    private static final Set<String> AGGREGATE = union(WantedSnapshot.FIELDS, Aggregate.FIELDS);
    private static final Set<String> NEXT_PAGE = Set.of("pageToken", "limit", "timeoutMs");
    private static final Set<String> VALUE = union(WantedSnapshot.FIELDS, Set.of("key"));
    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");
    private static final int MAX_READS = 100;

    CompletableFuture<ObjectNode> handle(
            HttpCall call,
            List<String> path,
            Map<String, String> parameters,
            Function<HttpCall, JsonNode> body) {
        long timeoutMs = settings.timeouts().defaultMs();
        if (path.isEmpty()) {
            return get(parameters, Set.of())
                    .router()
                    .graphs()
                    .describe(graph, timeoutMs)
                    .thenApply(AnswerJson::of);
        }
        if (path.size() == 1) {
            return switch (path.get(0)) {
                case "metrics" ->
                        get(parameters, Set.of())
                                .router()
                                .graphs()
                                .metrics(graph, timeoutMs)
                                .thenApply(AnswerJson::of);
                case "query" -> query(post(call, parameters, body));
                default -> throw unknown(path);
            };
        }
        String state = path.get(1);
        if (path.size() == 4) {
            Router router = get(parameters, WantedSnapshot.FIELDS).router();
            String text = path.get(3);
            WantedSnapshot when = WantedSnapshot.of(parameters, settings.timeouts());
            return router.readKeyOfText(
                            graph,
                            state,
                            schema -> keyOfText(text, schema),
                            when,
                            call.connection())
                    .thenApply(AnswerJson::of);
        }
        return switch (path.get(2)) {
            case "value" -> {
                Router router = get(parameters, VALUE).router();
                JsonNode key = keyOfJson(parameters.get("key"));
                WantedSnapshot when = WantedSnapshot.of(parameters, settings.timeouts());
                yield router.readKey(graph, state, key, when, call.connection())
                        .thenApply(AnswerJson::of);
            }
            case "scan" -> scan(state, post(call, parameters, body));
            case "aggregate" -> aggregate(state, post(call, parameters, body));
            default -> throw unknown(path);
        };
    }

    private static IllegalStateException unknown(List<String> path) {
        return new IllegalStateException("Cannot answer: Methods knows another path, " + path);
    }

    private Job get(Map<String, String> parameters, Set<String> known) {
        Api.requireKnown(parameters, known);
        return job;
    }

    private static JsonNode post(
            HttpCall call, Map<String, String> parameters, Function<HttpCall, JsonNode> body) {
        Api.requireKnown(parameters, Set.of());
        return body.apply(call);
    }

    private CompletableFuture<ObjectNode> query(JsonNode body) {
        Fields fields = Fields.of("request", body, QUERY);
        WantedSnapshot when = WantedSnapshot.of(fields, settings.timeouts());
        int maxEntries = settings.limits().maxEntries();
        List<Read> reads = fields.list("reads", json -> Read.of(json, maxEntries));
        if (reads.isEmpty() || reads.size() > MAX_READS) {
            throw invalid("reads has no element, or more than " + MAX_READS);
        }
        long entries = 0;
        for (Read read : reads) {
            entries += read.keys() == null ? 0 : read.keys().size();
        }
        if (entries > maxEntries) {
            throw new QueryException(
                    FailureReason.REQUEST_TOO_LARGE,
                    "Cannot read keys: they are too many, keys="
                            + entries
                            + ", "
                            + QueryOptions.MAX_ENTRIES.key()
                            + "="
                            + maxEntries
                            + ".");
        }
        return job.router().query(graph, reads, when).thenApply(AnswerJson::of);
    }

    private CompletableFuture<ObjectNode> scan(String state, JsonNode body) {
        int maxEntries = settings.limits().maxEntries();
        if (body.has("pageToken")) {
            Fields fields = Fields.of("request for the next page", body, NEXT_PAGE);
            WantedSnapshot when = WantedSnapshot.of(fields, settings.timeouts());
            PageToken token = PageToken.decode(mapper, fields.text("pageToken"));
            if (!token.graph().equals(graph) || !token.state().equals(state)) {
                throw new QueryException(
                        FailureReason.INVALID_TOKEN,
                        "Cannot read page token: it is of another state.");
            }
            Scan scan = Scan.of(token.scan(), maxEntries);
            if (body.has("limit")) {
                scan = scan.withLimit(fields.count("limit", 1, maxEntries));
            }
            return job.router().nextPage(token, scan, when).thenApply(AnswerJson::ofOnly);
        }
        Fields fields = Fields.of("request", body, SCAN);
        WantedSnapshot when = WantedSnapshot.of(fields, settings.timeouts());
        Scan scan = Scan.of(body, maxEntries);
        return only(new Read(state, null, Projection.WHOLE, scan, null), when);
    }

    private CompletableFuture<ObjectNode> aggregate(String state, JsonNode body) {
        Fields fields = Fields.of("request", body, AGGREGATE);
        WantedSnapshot when = WantedSnapshot.of(fields, settings.timeouts());
        return only(new Read(state, null, Projection.WHOLE, null, Aggregate.of(body)), when);
    }

    /** Runs a query with a single read, and returns its result with the timestamp as the answer. */
    private CompletableFuture<ObjectNode> only(Read read, WantedSnapshot when) {
        return job.router().query(graph, List.of(read), when).thenApply(AnswerJson::ofOnly);
    }

    private JsonNode keyOfText(String text, JsonNode schema) {
        String type = schema.path("type").asText();
        return switch (type) {
            case "string" -> TextNode.valueOf(text);
            case "number" -> NOT_FINITE.contains(text) ? TextNode.valueOf(text) : keyOfJson(text);
            case "integer", "boolean" -> keyOfJson(text);
            default ->
                    throw new QueryException(
                            FailureReason.INVALID_KEY,
                            "Cannot read key from path: keys of this state are no simple values."
                                    + " Use the path value?key=<JSON>.");
        };
    }

    private JsonNode keyOfJson(@Nullable String text) {
        if (text == null) {
            throw invalid("the parameter key is missing");
        }
        try {
            JsonNode json = mapper.readTree(text);
            if (json != null && !json.isMissingNode()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            // Falls through to the message.
        }
        throw new QueryException(
                FailureReason.INVALID_KEY,
                "Cannot read key: it is no JSON. Put texts into quotes in the parameter key.");
    }

    private static QueryException invalid(String why) {
        return new QueryException(
                FailureReason.INVALID_REQUEST, "Cannot read request: " + why + ".");
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
        return Stream.concat(a.stream(), b.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
