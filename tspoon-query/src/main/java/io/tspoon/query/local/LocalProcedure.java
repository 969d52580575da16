/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.CallOutcome;
import io.tspoon.call.Procedure;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.JsonProblem;
import io.tspoon.query.json.JsonType;
import io.tspoon.query.peer.DescribedProcedure;
import io.tspoon.query.peer.ToldOutcome;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A procedure of a t-graph in this process. Converts what it takes and emits. Thread-safe. */
final class LocalProcedure {
    private final Procedure procedure;
    private final RequestForm requests;
    private final JsonType<Object> answers;

    /**
     * @param mapping converts what is emitted
     * @param strict converts requests
     */
    LocalProcedure(Procedure procedure, JsonMapping mapping, JsonMapping strict) {
        this.procedure = procedure;
        requests =
                procedure.writable().isEmpty()
                        ? new TypedRequests(
                                procedure.name(), strict.of(objects(procedure.requestType())))
                        : new WriteRequests(procedure.writable(), strict);
        answers = mapping.of(objects(procedure.answerType()));
    }

    @SuppressWarnings("unchecked") // only what comes from it is given to it
    private static TypeInformation<Object> objects(TypeInformation<?> type) {
        return (TypeInformation<Object>) type;
    }

    DescribedProcedure description(Duration retention) {
        return new DescribedProcedure(
                procedure.name(), requests.schema(), answers.schema(), retention.toMillis());
    }

    /**
     * Reads a request.
     *
     * @throws InvalidCall if it does not fit, or the procedure refuses it
     */
    Object read(JsonNode json) {
        Object request = requests.read(json);
        List<String> problems = procedure.problems().apply(request);
        if (!problems.isEmpty()) {
            throw new InvalidCall(
                    "[TSP-4138] Cannot execute call: the procedure refuses the request, procedure="
                            + procedure.name()
                            + ": "
                            + String.join("; ", problems)
                            + ".",
                    problems.stream().map(text -> new JsonProblem("", text)).toList());
        }
        return request;
    }

    /** An outcome, with what was emitted as JSON. */
    ToldOutcome told(String key, CallOutcome outcome) {
        TransactionResult<?> result = outcome.result();
        List<JsonNode> emitted = new ArrayList<>(result.emitted().size());
        for (Object element : result.emitted()) {
            emitted.add(answers.toJson(element));
        }
        return new ToldOutcome(
                key,
                result.outcome(),
                outcome.durable(),
                outcome.repeated(),
                result.id().value(),
                result.timestamp().value(),
                result.attempts(),
                result.reasons(),
                emitted);
    }
}
