/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.CallFailure;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the JSON of requests, and writes that of answers.
 *
 * @param mapper reads and writes JSON
 * @param maxResultBytes maximum size of an answer to a client
 */
record Bodies(ObjectMapper mapper, long maxResultBytes) {
    private static final Pattern JSON_TYPE =
            Pattern.compile("\\s*application/json\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

    /** The body of a request. */
    JsonNode read(HttpCall call) {
        try {
            JsonNode json = mapper.readTree(call.body());
            if (json != null && !json.isMissingNode()) {
                return json;
            }
        } catch (StreamConstraintsException e) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4008] Cannot read request: its body is nested too deeply, or has a"
                            + " number, a name or a text that is too long.");
        } catch (JsonProcessingException e) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4009] Cannot read request: its body is no JSON, line="
                            + e.getLocation().getLineNr()
                            + ", column="
                            + e.getLocation().getColumnNr()
                            + ".");
        } catch (IOException e) {
            // Such as bytes that are not UTF-8; falls through to the message.
        }
        throw new QueryException(
                FailureReason.INVALID_REQUEST,
                "[TSP-4009] Cannot read request: its body is no JSON.");
    }

    /**
     * The body of calls, which has to say that it is JSON: no form of a page of another server can
     * say so. A repeated field, or anything after the end, may have meant something else.
     */
    JsonNode readCall(HttpCall call) {
        String type = call.contentType();
        if (type == null || !JSON_TYPE.matcher(type).matches()) {
            throw new QueryException(
                    FailureReason.UNSUPPORTED_TYPE,
                    "[TSP-4132] Cannot read call: its Content-Type is not application/json.");
        }
        try (JsonParser json = mapper.createParser(call.body())) {
            try {
                JsonNode tree = mapper.readTree(json);
                if (tree != null && !tree.isMissingNode()) {
                    return WholeNumbers.of(tree);
                }
            } catch (MismatchedInputException e) { // a tree fits anything
                throw ambiguous("", "there is something after its end");
            } catch (JsonParseException e) {
                if (String.valueOf(e.getOriginalMessage()).startsWith("Duplicate field")) {
                    throw ambiguous(
                            json.getParsingContext().pathAsPointer().toString(),
                            "a field is there twice");
                }
            }
        } catch (IOException e) {
            // Falls through to what says so.
        }
        return read(call);
    }

    private static CallRefusal ambiguous(String pointer, String detail) {
        return new CallRefusal(
                new CallFailure(
                        FailureReason.INVALID_CALL,
                        CallFailure.Executed.NO,
                        "[TSP-4155] Cannot read call: its body is ambiguous, at="
                                + pointer
                                + ": "
                                + detail
                                + ".",
                        List.of(new CallFailure.Problem(pointer, detail))));
    }

    /** The body of a request to a path that has no parameters. */
    JsonNode read(PathRequest request) {
        request.requireNoParameters();
        return read(request.call());
    }

    /** An answer to a client. */
    HttpAnswer write(JsonNode answer) {
        return HttpAnswer.of(mapper, answer, maxResultBytes);
    }

    /** An answer to another server. The operations limit the size of their answers themselves. */
    HttpAnswer writeToPeer(JsonNode answer) {
        return HttpAnswer.of(mapper, answer, Long.MAX_VALUE);
    }
}
