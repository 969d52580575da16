/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.request.CallTerms;
import io.tspoon.query.request.Fields;
import io.tspoon.query.route.UnroutedCall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Executes several calls, each on its own. */
record CallsHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    private static final int MAX_CALLS = 1_000;
    private static final Set<String> FIELDS = Set.of("calls");
    private static final Set<String> CALL_FIELDS = Set.of("procedure", "key", "request");

    /** One of the calls, or why it is not sent. */
    private record Entry(UnroutedCall call, @Nullable CallFailure refusal) {}

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        String graph = request.variable(PathRequest.GRAPH);
        List<Entry> entries;
        CompletableFuture<List<CallReply>> replies;
        try {
            request.requireParameters(CallTerms.PARAMETERS);
            CallTerms terms = CallTerms.of(request.parameters(), limits.timeouts());
            entries = entries(graph, request);
            List<UnroutedCall> sent =
                    entries.stream()
                            .filter(entry -> entry.refusal() == null)
                            .map(Entry::call)
                            .toList();
            replies =
                    sent.isEmpty()
                            ? CompletableFuture.completedFuture(List.of())
                            : job.router().calls().call(graph, sent, terms);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(CallAnswers.of(CallAnswers.failure(e)));
        }
        return replies.handle(
                (all, failure) ->
                        failure == null
                                ? answer(graph, entries, all)
                                : failed(graph, entries, CallAnswers.failure(failure)));
    }

    private static List<Entry> entries(String graph, PathRequest request, JsonNode body) {
        List<Entry> entries =
                Fields.of("request", body, FIELDS)
                        .list("calls", json -> entry(graph, request.caller(), json));
        if (entries.isEmpty() || entries.size() > MAX_CALLS) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4134] Cannot read calls: there is none, or there are more than "
                            + MAX_CALLS
                            + ".");
        }
        return entries;
    }

    private List<Entry> entries(String graph, PathRequest request) {
        return entries(graph, request, bodies.readCall(request.call()));
    }

    private static Entry entry(String graph, Caller caller, JsonNode json) {
        Fields fields = Fields.of("call", json, CALL_FIELDS);
        String procedure = fields.text("procedure");
        String key = fields.text("key");
        JsonNode request = fields.required("request");
        UnroutedCall call = new UnroutedCall(new CallKey(procedure, caller.name(), key), request);
        try {
            caller.requireCall(graph, procedure);
            CallKeys.of(procedure, caller, key);
            return new Entry(call, null);
        } catch (QueryException e) {
            return new Entry(call, CallFailure.of(e));
        }
    }

    private HttpAnswer answer(String graph, List<Entry> entries, List<CallReply> replies) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode answers = json.putArray("answers");
        List<HttpAnswer.Called> called = new ArrayList<>(entries.size());
        int sent = 0;
        for (Entry entry : entries) {
            CallReply reply = entry.refusal() == null ? replies.get(sent++) : entry.refusal();
            answers.add(CallAnswers.json(reply));
            called.add(called(graph, entry, reply));
        }
        HttpAnswer answer = bodies.write(json);
        HttpAnswer.Failure tooLarge = answer.failure();
        return (tooLarge == null
                        ? answer
                        : CallAnswers.of(CallFailure.unknown(tooLarge.reason(), tooLarge.detail())))
                .telling(null, called);
    }

    private static HttpAnswer failed(String graph, List<Entry> entries, CallFailure failure) {
        return CallAnswers.of(failure)
                .telling(
                        null,
                        entries.stream().map(entry -> called(graph, entry, failure)).toList());
    }

    private static HttpAnswer.Called called(String graph, Entry entry, CallReply reply) {
        return new HttpAnswer.Called(
                graph, entry.call().key(), CallAnswers.ended(reply), CallAnswers.timestamp(reply));
    }
}
