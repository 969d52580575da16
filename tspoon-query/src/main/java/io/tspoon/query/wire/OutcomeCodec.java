/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.FoundOutcome;
import io.tspoon.query.peer.OutcomeRequest;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The outcome of a transaction.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, entrance, key, waitMs</td>
 * <td>retained, outcome?: {entrance, key, id, timestamp, committed, attempts,
 * reasons: [{kind, operator, key, rule, detail}]}</td></tr>
 * </table>
 */
final class OutcomeCodec implements MessageCodec<OutcomeRequest, FoundOutcome> {
    private static final String ENTRANCE = "entrance";
    private static final String KEY = "key";
    private static final String WAIT_MS = "waitMs";
    private static final String RETAINED = "retained";
    private static final String OUTCOME = "outcome";
    private static final String ID = "id";
    private static final String TIMESTAMP = "timestamp";
    private static final String COMMITTED = "committed";
    private static final String ATTEMPTS = "attempts";
    private static final String REASONS = "reasons";

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
            ObjectNode written =
                    json.putObject(OUTCOME)
                            .put(ENTRANCE, outcome.entrance())
                            .put(KEY, outcome.key())
                            .put(ID, outcome.id())
                            .put(TIMESTAMP, outcome.timestamp())
                            .put(COMMITTED, outcome.outcome() == Outcome.COMMITTED)
                            .put(ATTEMPTS, outcome.attempts());
            Reasons.put(written.putArray(REASONS), outcome.reasons());
        }
        return json;
    }

    @Override
    public FoundOutcome readAnswer(JsonNode json) {
        JsonNode outcome = json.path(OUTCOME);
        return new FoundOutcome(
                json.path(RETAINED).asBoolean(), outcome.isMissingNode() ? null : outcome(outcome));
    }

    private static RetainedOutcome outcome(JsonNode json) {
        return new RetainedOutcome(
                json.path(ENTRANCE).asText(),
                json.path(KEY).asText(),
                json.path(ID).asLong(),
                json.path(TIMESTAMP).asLong(),
                json.path(COMMITTED).asBoolean() ? Outcome.COMMITTED : Outcome.ABORTED,
                json.path(ATTEMPTS).asInt(),
                Reasons.of(json.path(REASONS)));
    }
}
