/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;

/**
 * Reads the JSON of requests, and writes that of answers.
 *
 * @param mapper reads and writes JSON
 * @param maxResultBytes maximum size of an answer to a client
 */
record Bodies(ObjectMapper mapper, long maxResultBytes) {
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
