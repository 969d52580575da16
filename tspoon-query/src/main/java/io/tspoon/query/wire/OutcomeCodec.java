/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.FoundOutcome;
import io.tspoon.query.peer.OutcomeRequest;
import io.tspoon.read.RetainedOutcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The outcome of a transaction.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, entrance, key, waitMs</td>
 * <td>retained, outcome?: {@link Outcomes}</td></tr>
 * </table>
 */
final class OutcomeCodec implements MessageCodec<OutcomeRequest, FoundOutcome> {
    private static final String ENTRANCE = "entrance";
    private static final String KEY = "key";
    private static final String WAIT_MS = "waitMs";
    private static final String RETAINED = "retained";
    private static final String OUTCOME = "outcome";

    @Override
    public String path() {
        return "outcome";
    }

    @Override
    public Class<OutcomeRequest> type() {
        return OutcomeRequest.class;
    }

    @Override
    public ObjectNode write(OutcomeRequest request) {
        return Parts.ofGraph(request.graph())
                .put(ENTRANCE, request.entrance())
                .put(KEY, request.key())
                .put(WAIT_MS, request.waitMs());
    }

    @Override
    public OutcomeRequest read(JsonNode body) {
        return new OutcomeRequest(
                Parts.graph(body),
                body.path(ENTRANCE).asText(),
                body.path(KEY).asText(),
                Math.max(0, body.path(WAIT_MS).asLong()));
    }

    @Override
    public ObjectNode writeAnswer(FoundOutcome answer) {
        ObjectNode json = Parts.object().put(RETAINED, answer.retained());
        RetainedOutcome outcome = answer.outcome();
        if (outcome != null) {
            Outcomes.put(json.putObject(OUTCOME), outcome);
        }
        return json;
    }

    @Override
    public FoundOutcome readAnswer(JsonNode json) {
        JsonNode outcome = json.path(OUTCOME);
        return new FoundOutcome(
                json.path(RETAINED).asBoolean(),
                outcome.isMissingNode() ? null : Outcomes.of(outcome));
    }
}
