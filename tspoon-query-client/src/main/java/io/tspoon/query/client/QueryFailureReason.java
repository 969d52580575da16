/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

/**
 * Why a question was not answered, and what the caller should do. All but the last three are
 * reasons of servers, with the same names.
 */
@PublicEvolving
public enum QueryFailureReason {
    /** The request is malformed, for example a sum of texts. Correct the question. */
    INVALID_REQUEST,
    /** The key does not have the key type of the state. Use a key of that type. */
    INVALID_KEY,
    /** A timestamp or page does not belong to this t-graph. Use one from an earlier answer. */
    INVALID_TOKEN,
    /** The endpoint knows several jobs. Name one with {@link QueryClient#graph(String, String)}. */
    AMBIGUOUS_JOB,
    /**
     * The bearer token is missing or wrong, or its supplier failed. Give the client the right
     * token.
     */
    UNAUTHENTICATED,
    /** The client's token has no scope for this. Give the client one that has it. */
    FORBIDDEN,
    /** The server does not know the path. It is older than this client, or not a query endpoint. */
    UNKNOWN_PATH,
    /** There is no such job. Find its id with {@link QueryClient#graphs()}. */
    UNKNOWN_JOB,
    /** There is no such t-graph. Find its name with {@link QueryClient#graphs()}. */
    UNKNOWN_GRAPH,
    /** There is no such state. Find its name with {@link GraphReader#describe()}. */
    UNKNOWN_STATE,
    /**
     * No transaction of this key has ended, or it is longer ago than the t-graph retains outcomes.
     * Ask again, and let the server wait.
     */
    UNKNOWN_TRANSACTION,
    /** There is no such procedure. Find its name with {@link GraphReader#describe()}. */
    UNKNOWN_PROCEDURE,
    /** No call of this key is known, or not any more. */
    UNKNOWN_CALL,
    /** The server does not support the HTTP method. It is older than this client. */
    METHOD_NOT_ALLOWED,
    /** Another change of the parallelism of the job is under way. Wait until it is over. */
    CHANGE_UNDER_WAY,
    /** The snapshot is no longer kept. Ask for a newer one, or restart the scan. */
    SNAPSHOT_TOO_OLD,
    /** The question is larger than the server allows. Ask for fewer keys at once. */
    REQUEST_TOO_LARGE,
    /** The server takes no such body. It is no query endpoint, or older than this client. */
    UNSUPPORTED_TYPE,
    /** The server does not answer for this host name. Use the address that the server was given. */
    MISDIRECTED,
    /** The answer is larger than the server allows. Use a smaller page or a filter. */
    RESULT_TOO_LARGE,
    /**
     * The request of a call does not fit the procedure, or the procedure refuses it; the message
     * says why. Correct it: the key is not used up.
     */
    INVALID_CALL,
    /** The key belongs to a call with another request. Take another key. */
    KEY_REUSED,
    /** The parallelism cannot be changed so; the message says why, and what to do. */
    CANNOT_SCALE,
    /** The function of a procedure threw an exception. A call tells of it in its result. */
    FAILED,
    /** A fault of the server; its log tells more. Report it. */
    INTERNAL,
    /** A part of the job is starting or recovering. Ask again soon. */
    NOT_READY,
    /** The t-graph takes no calls any more. Call again, with the same key, when a job runs. */
    ENDED,
    /** An instance moved to another process in the meantime. Ask again. */
    MOVED,
    /** There was no answer in time. Ask again, or allow more time. */
    TIMEOUT,
    /** The server has too much to do. Ask again later and less often. */
    OVERLOADED,
    /**
     * No server could be reached, or a proxy got no answer from one. Check the address, and ask
     * again when the job runs.
     */
    UNREACHABLE,
    /**
     * The client does not understand the answer. Compare the types of the question with those of
     * the state, and the versions of client and server; the message says where they differ.
     */
    UNEXPECTED_ANSWER,
    /** The calling thread was interrupted; its interrupt flag is set again. End its work. */
    INTERRUPTED;

    /** Returns the reason with this name; one that this client does not know is unexpected. */
    static QueryFailureReason named(String name) {
        for (QueryFailureReason reason : values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        return UNEXPECTED_ANSWER;
    }
}
