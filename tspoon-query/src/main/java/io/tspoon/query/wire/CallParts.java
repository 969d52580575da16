/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.ToldOutcome;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/** What several messages about calls have in common: keys, outcomes and failures. */
final class CallParts {
    static final String COORDINATOR = "coordinator";
    private static final String PROCEDURE = "procedure";
    private static final String CALLER = "caller";
    private static final String KEY = "key";
    private static final String COMMITTED = "committed";
    private static final String DURABLE = "durable";
    private static final String REPEATED = "repeated";
    private static final String ID = "id";
    private static final String TIMESTAMP = "timestamp";
    private static final String ATTEMPTS = "attempts";
    private static final String REASONS = "reasons";
    private static final String EMITTED = "emitted";
    private static final String REASON = "reason";
    private static final String EXECUTED = "mayBeExecuted";
    private static final String MESSAGE = "message";
    private static final String PROBLEMS = "problems";
    private static final String POINTER = "pointer";
    private static final String DETAIL = "detail";

    private CallParts() {}

    static void putKey(ObjectNode json, CallKey key) {
        json.put(PROCEDURE, key.procedure()).put(CALLER, key.caller()).put(KEY, key.key());
    }

    static CallKey key(JsonNode json) {
        return new CallKey(
                json.path(PROCEDURE).asText(), json.path(CALLER).asText(), json.path(KEY).asText());
    }

    /** {@code {committed, ...}} for an outcome, {@code {reason, ...}} for a failure. */
    static ObjectNode write(CallReply reply) {
        return reply instanceof ToldOutcome outcome ? write(outcome) : write((CallFailure) reply);
    }

    static CallReply reply(JsonNode json) {
        return json.has(REASON) ? failure(json) : outcome(json);
    }

    static ObjectNode write(ToldOutcome outcome) {
        ObjectNode json =
                Parts.object()
                        .put(KEY, outcome.key())
                        .put(COMMITTED, outcome.outcome() == Outcome.COMMITTED)
                        .put(DURABLE, outcome.durable())
                        .put(REPEATED, outcome.repeated())
                        .put(ID, outcome.id())
                        .put(TIMESTAMP, outcome.timestamp())
                        .put(ATTEMPTS, outcome.attempts());
        Reasons.put(json.putArray(REASONS), outcome.reasons());
        ArrayNode emitted = json.putArray(EMITTED);
        outcome.emitted().forEach(emitted::add);
        return json;
    }

    static ToldOutcome outcome(JsonNode json) {
        return new ToldOutcome(
                json.path(KEY).asText(),
                json.path(COMMITTED).asBoolean() ? Outcome.COMMITTED : Outcome.ABORTED,
                json.path(DURABLE).asBoolean(),
                json.path(REPEATED).asBoolean(),
                json.path(ID).asLong(),
                json.path(TIMESTAMP).asLong(),
                json.path(ATTEMPTS).asInt(),
                Reasons.of(json.path(REASONS)),
                Parts.list(json.path(EMITTED)));
    }

    private static ObjectNode write(CallFailure failure) {
        ObjectNode json =
                Parts.object()
                        .put(REASON, failure.reason().name())
                        .put(EXECUTED, failure.executed() == CallFailure.Executed.UNKNOWN)
                        .put(MESSAGE, failure.message());
        ArrayNode problems = json.putArray(PROBLEMS);
        for (CallFailure.Problem problem : failure.problems()) {
            problems.addObject().put(POINTER, problem.pointer()).put(DETAIL, problem.detail());
        }
        return json;
    }

    private static CallFailure failure(JsonNode json) {
        List<CallFailure.Problem> problems = new ArrayList<>();
        for (JsonNode problem : json.path(PROBLEMS)) {
            problems.add(
                    new CallFailure.Problem(
                            problem.path(POINTER).asText(), problem.path(DETAIL).asText()));
        }
        return new CallFailure(
                reason(json.path(REASON).asText()),
                json.path(EXECUTED).asBoolean(true)
                        ? CallFailure.Executed.UNKNOWN
                        : CallFailure.Executed.NO,
                json.path(MESSAGE).asText(),
                problems);
    }

    /** One that a server of another version has named is none that clients know. */
    private static FailureReason reason(String name) {
        try {
            return FailureReason.valueOf(name);
        } catch (IllegalArgumentException e) {
            return FailureReason.INTERNAL;
        }
    }
}
