/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * A response.
 *
 * @param status HTTP status
 * @param contentType type of the body
 * @param body body of the response
 * @param failure the failure that the body reports, for the audit log; null if there is none
 * @param page whether it is a file of the console
 */
public record HttpAnswer(
        int status, String contentType, byte[] body, @Nullable Failure failure, boolean page) {
    public static final int OK = 200;
    public static final String JSON = "application/json";

    private static final ObjectMapper PROBLEMS = new ObjectMapper();

    /**
     * Why there is no answer.
     *
     * @param detail what happened
     * @param allowed methods that the path is for, if that is why; null otherwise
     */
    public record Failure(FailureReason reason, String detail, @Nullable String allowed) {}

    static HttpAnswer of(ObjectMapper mapper, JsonNode json, long maxBytes) {
        byte[] body = bytes(mapper, json);
        if (body.length > maxBytes) {
            return problem(
                    new QueryException(
                            FailureReason.RESULT_TOO_LARGE,
                            "Cannot answer: the answer is too large, maxBytes="
                                    + maxBytes
                                    + " ("
                                    + QueryOptions.MAX_RESULT_SIZE.key()
                                    + ")."));
        }
        return new HttpAnswer(OK, JSON, body, null, false);
    }

    public static HttpAnswer problem(QueryException failure) {
        return problem(
                failure.reason().status(), failure.reason(), String.valueOf(failure.getMessage()));
    }

    /** The answer to a request with a method that its path is not for. */
    static HttpAnswer wrongMethod(String method) {
        String allowed = method.equals(Route.GET) ? "GET, HEAD" : method;
        return problem(
                FailureReason.METHOD_NOT_ALLOWED.status(),
                FailureReason.METHOD_NOT_ALLOWED,
                "Cannot answer: the path is for another method, allowed=" + allowed + ".",
                allowed);
    }

    /** A problem document as in RFC 9457. */
    public static HttpAnswer problem(int status, FailureReason reason, String detail) {
        return problem(status, reason, detail, null);
    }

    private static HttpAnswer problem(
            int status, FailureReason reason, String detail, @Nullable String allowed) {
        JsonNode json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put(
                                "type",
                                "urn:tspoon:query:"
                                        + reason.title().replace(' ', '-').toLowerCase(Locale.ROOT))
                        .put("title", reason.title())
                        .put("status", status)
                        .put("detail", detail)
                        .put("reason", reason.name())
                        .put("retryable", reason.retryable())
                        .put("action", reason.action());
        return new HttpAnswer(
                status,
                "application/problem+json",
                bytes(PROBLEMS, json),
                new Failure(reason, detail, allowed),
                false);
    }

    private static byte[] bytes(ObjectMapper mapper, JsonNode json) {
        try {
            return mapper.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write JSON: " + e.getMessage(), e);
        }
    }
}
