/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Locale;

/** Why a request failed, and what its sender should do. */
@PublicEvolving
public enum FailureReason {
    /** The request is malformed; the detail says where. Correct it. */
    INVALID_REQUEST(400, false, "Mend the request; the detail says where."),
    /** A key does not fit the key type of the state. Compare it with the state's keySchema. */
    INVALID_KEY(400, false, "Send a key that fits the keySchema of the state."),
    /** A timestamp or page token does not come from this server. Use one from an earlier answer. */
    INVALID_TOKEN(400, false, "Use a timestamp or page token of an earlier answer, unchanged."),
    /** The server knows several jobs. Name one in the path: /v1/jobs/{job}/... */
    AMBIGUOUS_JOB(400, false, "Name the job in the path: /v1/jobs/{job}/..."),
    /** The bearer token is missing or wrong. Send the server's token. */
    UNAUTHENTICATED(401, false, "Send the header Authorization: Bearer <token>."),
    /** The bearer token has no scope for this. Use one that has it. */
    FORBIDDEN(403, false, "Use a token with the scope that the detail names."),
    /** The path does not exist. See the OpenAPI document of the server. */
    UNKNOWN_PATH(404, false, "Use a path of /v1/openapi.json."),
    /** The named job is not running, or has no t-graph that can be read. List the jobs. */
    UNKNOWN_JOB(404, false, "Use a job of /v1/jobs."),
    /** The job has no such t-graph. List the t-graphs. */
    UNKNOWN_GRAPH(404, false, "Use a t-graph of /v1/graphs."),
    /** The t-graph has no such state. Describe the t-graph. */
    UNKNOWN_STATE(404, false, "Use a state of /v1/graphs/{graph}."),
    /**
     * No transaction of this key has ended, or it is longer ago than outcomes are retained. Ask
     * again, with a time to wait.
     */
    UNKNOWN_TRANSACTION(
            404,
            false,
            "Ask again with waitMs; see also that entrance and key are those of the element, and"
                    + " that outcome-retention is long enough."),
    /** The t-graph has no such procedure. Describe the t-graph. */
    UNKNOWN_PROCEDURE(404, false, "Use a procedure of /v1/graphs/{graph}."),
    /** No call of this key is known, or not any more. Send it. */
    UNKNOWN_CALL(404, false, "Send the call, with this key; it has not come, or is forgotten."),
    /** The path does not support this method. See the OpenAPI document of the server. */
    METHOD_NOT_ALLOWED(405, false, "Use a method of /v1/openapi.json."),
    /** Another change of the parallelism of the job is under way. Wait until it is over. */
    CHANGE_UNDER_WAY(409, true, "Wait until the change is over: GET the same path."),
    /**
     * The snapshot is no longer kept. Read a newer one; restart a scan, and ask for its pages
     * sooner.
     */
    SNAPSHOT_TOO_OLD(
            410,
            false,
            "Read without a timestamp, begin the scan anew, or set a longer query-retention (it"
                    + " begins anew when the job restarts)."),
    /** The request is larger than the server allows. Ask for less at a time. */
    REQUEST_TOO_LARGE(413, false, "Send less in one request."),
    /** The body is not JSON by its Content-Type. Say that it is. */
    UNSUPPORTED_TYPE(415, false, "Send JSON, with the header Content-Type: application/json."),
    /** The Host header names another server. Use the address of the server. */
    MISDIRECTED(421, false, "Use the address of the server, or let it require a token."),
    /** The answer would be larger than the server allows. Filter, project or page. */
    RESULT_TOO_LARGE(422, false, "Ask for fewer keys, a smaller limit, or fewer fields."),
    /**
     * The request of a call does not fit the procedure, or the procedure refuses it. The problems
     * say why. The key is not used up.
     */
    INVALID_CALL(422, false, "Mend the request; the problems say where. The key is still free."),
    /** The key belongs to a call with another request. Take a key of its own for each call. */
    KEY_REUSED(422, false, "Take a new key for a new request; send a request again unchanged."),
    /** The parallelism cannot be changed so; the detail says why, and what to do. */
    CANNOT_SCALE(422, false, "Do what the detail says."),
    /** The function of a procedure threw an exception, so the call was aborted. Mend it. */
    FAILED(500, false, "Mend the procedure, or the request; then call with a new key."),
    /** A fault of the server; its log has details. Report it. */
    INTERNAL(500, false, "Report it with the server's log."),
    /** Instances are starting or recovering, or no job is running. Try again soon. */
    NOT_READY(503, true, "Try again soon: the job is starting or recovering, or none runs."),
    /** The t-graph takes no calls any more, for its job ends. Try again with the next job. */
    ENDED(503, true, "Try again, with the same key, when the next job runs."),
    /** An instance ended or moved while it was being read. Try again. */
    MOVED(503, true, "Try again: the job is moving an instance."),
    /** The answer was not ready in time. Try again, with more time if it persists. */
    TIMEOUT(503, true, "Try again, with a larger timeoutMs if it persists."),
    /** The server processes as many requests as it may. Try again later, at a lower rate. */
    OVERLOADED(503, true, "Try again later, at a lower rate.");

    private final int status;
    private final boolean retryable;
    private final String action;

    FailureReason(int status, boolean retryable, String action) {
        this.status = status;
        this.retryable = retryable;
        this.action = action;
    }

    /**
     * Returns the HTTP status; that of a response to a request that is too large may be another.
     */
    public int status() {
        return status;
    }

    /** Whether the same request may succeed later. */
    public boolean retryable() {
        return retryable;
    }

    /** Returns what the sender should do, in a sentence. */
    public String action() {
        return action;
    }

    /** Returns the reason in words, such as "snapshot too old". */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
