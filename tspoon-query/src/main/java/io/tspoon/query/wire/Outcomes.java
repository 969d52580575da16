/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The outcome of a transaction: {entrance, key, id, timestamp, committed, attempts, reasons:
 * [{kind, operator, key, rule, detail}]}.
 */
final class Outcomes {
    private static final String ENTRANCE = "entrance";
    private static final String KEY = "key";
    private static final String ID = "id";
    private static final String TIMESTAMP = "timestamp";
    private static final String COMMITTED = "committed";
    private static final String ATTEMPTS = "attempts";
    private static final String REASONS = "reasons";

    private Outcomes() {}

    static void put(ObjectNode json, RetainedOutcome outcome) {
        json.put(ENTRANCE, outcome.entrance())
                .put(KEY, outcome.key())
                .put(ID, outcome.id())
                .put(TIMESTAMP, outcome.timestamp())
                .put(COMMITTED, outcome.outcome() == Outcome.COMMITTED)
                .put(ATTEMPTS, outcome.attempts());
        Reasons.put(json.putArray(REASONS), outcome.reasons());
    }

    static RetainedOutcome of(JsonNode json) {
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
