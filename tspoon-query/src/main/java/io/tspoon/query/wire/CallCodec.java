/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.CallReplies;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.RoutedCall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Calls to be executed, and what became of them.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, after, durable, waitMs, calls: [{coordinator, procedure, caller, key, digestHigh,
 * digestLow, request}]</td>
 * <td>replies: [{key, committed, durable, repeated, id, timestamp, attempts, reasons: [{kind,
 * operator, key, rule, detail}], emitted: []} or {reason, mayBeExecuted, message, problems:
 * [{pointer, detail}]}]</td></tr>
 * </table>
 */
final class CallCodec implements MessageCodec<CallRequest, CallReplies> {
    private static final String AFTER = "after";
    private static final String DURABLE = "durable";
    private static final String WAIT_MS = "waitMs";
    private static final String CALLS = "calls";
    private static final String DIGEST_HIGH = "digestHigh";
    private static final String DIGEST_LOW = "digestLow";
    private static final String REQUEST = "request";
    private static final String REPLIES = "replies";

    @Override
    public String path() {
        return "call";
    }

    @Override
    public Class<CallRequest> type() {
        return CallRequest.class;
    }

    @Override
    public ObjectNode write(CallRequest request) {
        ObjectNode body =
                Parts.ofGraph(request.graph())
                        .put(AFTER, request.after())
                        .put(DURABLE, request.awaitsDurable())
                        .put(WAIT_MS, request.waitMs());
        ArrayNode calls = body.putArray(CALLS);
        for (RoutedCall call : request.calls()) {
            ObjectNode one = calls.addObject().put(CallParts.COORDINATOR, call.coordinator());
            CallParts.putKey(one, call.key());
            one.put(DIGEST_HIGH, call.digestHigh()).put(DIGEST_LOW, call.digestLow());
            one.set(REQUEST, call.request());
        }
        return body;
    }

    @Override
    public CallRequest read(JsonNode body) {
        List<RoutedCall> calls = new ArrayList<>();
        for (JsonNode call : body.path(CALLS)) {
            calls.add(
                    new RoutedCall(
                            call.path(CallParts.COORDINATOR).asInt(-1),
                            CallParts.key(call),
                            call.path(DIGEST_HIGH).asLong(),
                            call.path(DIGEST_LOW).asLong(),
                            call.path(REQUEST)));
        }
        return new CallRequest(
                Parts.graph(body),
                Math.max(0, body.path(AFTER).asLong()),
                body.path(DURABLE).asBoolean(),
                Math.max(0, body.path(WAIT_MS).asLong()),
                calls);
    }

    @Override
    public ObjectNode writeAnswer(CallReplies answer) {
        ObjectNode json = Parts.object();
        ArrayNode replies = json.putArray(REPLIES);
        for (CallReply reply : answer.replies()) {
            replies.add(CallParts.write(reply));
        }
        return json;
    }

    @Override
    public CallReplies readAnswer(JsonNode json) {
        List<CallReply> replies = new ArrayList<>();
        for (JsonNode reply : json.path(REPLIES)) {
            replies.add(CallParts.reply(reply));
        }
        return new CallReplies(replies);
    }
}
