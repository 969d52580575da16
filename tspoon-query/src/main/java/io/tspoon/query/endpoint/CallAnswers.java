/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.ToldOutcome;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Locale;
import java.util.concurrent.CompletionException;

/** Makes answers from what became of calls. */
final class CallAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(CallAnswers.class);

    /** Unlike 503 it does not say that nothing has happened. */
    private static final int GATEWAY_TIMEOUT = 504;

    private static final String FAILED =
            "[TSP-4149] Cannot commit call: its function threw an exception. The reasons have it,"
                    + " and the log of the job.";

    private CallAnswers() {}

    /** The answer to a call. */
    static HttpAnswer of(Bodies bodies, CallReply reply) {
        if (reply instanceof CallFailure failure) {
            return of(failure);
        }
        ToldOutcome outcome = (ToldOutcome) reply;
        if (outcome.hasFailed()) {
            return HttpAnswer.problem(
                    json(outcome), FailureReason.FAILED.status(), FailureReason.FAILED, FAILED);
        }
        HttpAnswer answer = bodies.write(json(outcome));
        HttpAnswer.Failure tooLarge = answer.failure();
        return tooLarge == null
                ? answer
                : of(CallFailure.unknown(tooLarge.reason(), tooLarge.detail()));
    }

    /** The answer to a call, or to several, that have no outcome. */
    static HttpAnswer of(CallFailure failure) {
        return HttpAnswer.problem(
                json(failure), status(failure.reason()), failure.reason(), failure.message());
    }

    private static int status(FailureReason reason) {
        return reason == FailureReason.TIMEOUT ? GATEWAY_TIMEOUT : reason.status();
    }

    /** What is written for a call, alone or among others. */
    static ObjectNode json(CallReply reply) {
        return reply instanceof ToldOutcome outcome ? json(outcome) : json((CallFailure) reply);
    }

    private static ObjectNode json(ToldOutcome outcome) {
        ObjectNode json = AnswerJson.of(outcome);
        return outcome.hasFailed()
                ? HttpAnswer.problemJson(
                                FailureReason.FAILED.status(), FailureReason.FAILED, FAILED)
                        .setAll(json)
                : json;
    }

    private static ObjectNode json(CallFailure failure) {
        ObjectNode json =
                HttpAnswer.problemJson(
                                status(failure.reason()), failure.reason(), failure.message())
                        .put("executed", failure.executed().name().toLowerCase(Locale.ROOT));
        if (!failure.problems().isEmpty()) {
            ArrayNode problems = json.putArray("problems");
            for (CallFailure.Problem problem : failure.problems()) {
                problems.addObject()
                        .put("pointer", problem.pointer())
                        .put("detail", problem.detail());
            }
        }
        return json;
    }

    /** The failure of calls that an exception has ended. */
    static CallFailure failure(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown;
        if (cause instanceof CallRefusal refusal) {
            return refusal.failure();
        }
        QueryException known = Failures.of(cause);
        if (known.reason() == FailureReason.INTERNAL) {
            LOG.error("[TSP-4501] A request failed: {}", known.getMessage(), known.getCause());
        }
        return CallFailure.of(known);
    }

    /** What became of a call in one word. */
    static String ended(CallReply reply) {
        return reply instanceof ToldOutcome outcome
                ? outcome.outcome().name()
                : ((CallFailure) reply).reason().name();
    }

    static long timestamp(CallReply reply) {
        return reply instanceof ToldOutcome outcome ? outcome.timestamp() : 0;
    }
}
