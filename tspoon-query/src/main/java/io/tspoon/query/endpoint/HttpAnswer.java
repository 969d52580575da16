/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.transaction.Outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A response.
 *
 * @param status HTTP status
 * @param contentType type of the body
 * @param body body of the response
 * @param failure the failure that the body reports, for the audit log; null if there is none
 * @param page whether it is a file of the console
 * @param outcome what became of the only call that it tells of, for a header; null if there is none
 * @param called the calls that it tells of, for the audit log
 */
@Internal
public record HttpAnswer(
        int status,
        String contentType,
        byte[] body,
        @Nullable Failure failure,
        boolean page,
        @Nullable Outcome outcome,
        List<Called> called) {
    public static final int OK = 200;
    public static final String JSON = "application/json";

    private static final ObjectMapper PROBLEMS = new ObjectMapper();

    /** What messages begin with; the body has it apart from the text. */
    private static final Pattern CODE = Pattern.compile("\\[(TSP-\\d{4})] ");

    /**
     * Why there is no answer.
     *
     * @param detail what happened, behind its code
     * @param allowed methods that the path is for, if that is why; null otherwise
     */
    public record Failure(FailureReason reason, String detail, @Nullable String allowed) {}

    /**
     * A call, as the audit log has it.
     *
     * @param graph name of the t-graph
     * @param key identifies the call
     * @param ended what became of it: its outcome, or why there is none
     * @param timestamp of its transaction; 0 if there is none
     */
    public record Called(String graph, CallKey key, String ended, long timestamp) {}

    /** An answer that tells of no call. */
    public HttpAnswer(
            int status, String contentType, byte[] body, @Nullable Failure failure, boolean page) {
        this(status, contentType, body, failure, page, null, List.of());
    }

    /** The same answer, which tells of calls. */
    HttpAnswer telling(@Nullable Outcome only, List<Called> calls) {
        return new HttpAnswer(status, contentType, body, failure, page, only, calls);
    }

    /** The same answer with another status. */
    HttpAnswer withStatus(int other) {
        return new HttpAnswer(other, contentType, body, failure, page, outcome, called);
    }

    static HttpAnswer of(ObjectMapper mapper, JsonNode json, long maxBytes) {
        byte[] body = bytes(mapper, json);
        if (body.length > maxBytes) {
            return problem(
                    new QueryException(
                            FailureReason.RESULT_TOO_LARGE,
                            "[TSP-4201] Cannot answer: the answer is too large, maxBytes="
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

    /**
     * The answer to a request with a method that its path is not for.
     *
     * @param methods those that it is for
     */
    static HttpAnswer wrongMethod(Set<String> methods) {
        String allowed = String.join(", ", new TreeSet<>(methods)).replace(Route.GET, "GET, HEAD");
        return problem(
                FailureReason.METHOD_NOT_ALLOWED.status(),
                FailureReason.METHOD_NOT_ALLOWED,
                "[TSP-4017] Cannot answer: the path is for another method, allowed="
                        + allowed
                        + ".",
                allowed);
    }

    /**
     * A problem document as in RFC 9457.
     *
     * @param detail what happened, behind its code: {@code [TSP-4016] Cannot answer: ...}
     */
    public static HttpAnswer problem(int status, FailureReason reason, String detail) {
        return problem(status, reason, detail, null);
    }

    private static HttpAnswer problem(
            int status, FailureReason reason, String detail, @Nullable String allowed) {
        return problem(problemJson(status, reason, detail), status, reason, detail, allowed);
    }

    /** The body of a problem, to which a path may add. */
    static ObjectNode problemJson(int status, FailureReason reason, String detail) {
        Matcher code = CODE.matcher(detail);
        boolean isCoded = code.lookingAt();
        ObjectNode json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put(
                                "type",
                                "urn:tspoon:query:"
                                        + reason.title().replace(' ', '-').toLowerCase(Locale.ROOT))
                        .put("title", reason.title())
                        .put("status", status)
                        .put("detail", isCoded ? detail.substring(code.end()) : detail)
                        .put("reason", reason.name())
                        .put("retryable", reason.retryable())
                        .put("action", reason.action());
        if (isCoded) {
            json.put("code", code.group(1));
        }
        return json;
    }

    /** A problem with a body of its own. */
    static HttpAnswer problem(ObjectNode json, int status, FailureReason reason, String detail) {
        return problem(json, status, reason, detail, null);
    }

    private static HttpAnswer problem(
            ObjectNode json,
            int status,
            FailureReason reason,
            String detail,
            @Nullable String allowed) {
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
            throw new IllegalStateException("[TSP-4310] Cannot write JSON: " + e.getMessage(), e);
        }
    }
}
