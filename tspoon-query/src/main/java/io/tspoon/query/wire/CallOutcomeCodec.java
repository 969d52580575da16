/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.CallOutcomeRequest;
import io.tspoon.query.peer.FoundCall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What is known of a call.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, coordinator, procedure, caller, key</td>
 * <td>known, outcome?: as of {@link CallCodec}</td></tr>
 * </table>
 */
final class CallOutcomeCodec implements MessageCodec<CallOutcomeRequest, FoundCall> {
    private static final String KNOWN = "known";
    private static final String OUTCOME = "outcome";

    @Override
    public String path() {
        return "call-outcome";
    }

    @Override
    public Class<CallOutcomeRequest> type() {
        return CallOutcomeRequest.class;
    }

    @Override
    public ObjectNode write(CallOutcomeRequest request) {
        ObjectNode body =
                Parts.ofGraph(request.graph()).put(CallParts.COORDINATOR, request.coordinator());
        CallParts.putKey(body, request.key());
        return body;
    }

    @Override
    public CallOutcomeRequest read(JsonNode body) {
        return new CallOutcomeRequest(
                Parts.graph(body), body.path(CallParts.COORDINATOR).asInt(-1), CallParts.key(body));
    }

    @Override
    public ObjectNode writeAnswer(FoundCall answer) {
        ObjectNode json = Parts.object().put(KNOWN, answer.known());
        if (answer.outcome() != null) {
            json.set(OUTCOME, CallParts.write(answer.outcome()));
        }
        return json;
    }

    @Override
    public FoundCall readAnswer(JsonNode json) {
        JsonNode outcome = json.path(OUTCOME);
        return new FoundCall(
                json.path(KNOWN).asBoolean(),
                outcome.isMissingNode() ? null : CallParts.outcome(outcome));
    }
}
