/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

/**
 * Why a question was not answered, and what the caller should do. All but the last three are
 * reasons of servers, by the same names.
 */
public enum QueryFailureReason {
    /** The request is malformed, such as a sum of texts. Mend the question. */
    INVALID_REQUEST,
    /** The key is not of the state's key type. Ask with a key of that type. */
    INVALID_KEY,
    /** A timestamp or page is none of this t-graph. Use one of an earlier answer. */
    INVALID_TOKEN,
    /** The endpoint knows several jobs. Name one: {@link QueryClient#graph(String, String)}. */
    AMBIGUOUS_JOB,
    /**
     * The bearer token is missing or wrong, or its supplier failed. Give the client the right one.
     */
    UNAUTHENTICATED,
    /** The server does not know the path: it is older than this client, or no query endpoint. */
    UNKNOWN_PATH,
    /** There is no such job. Look for its id with {@link QueryClient#graphs()}. */
    UNKNOWN_JOB,
    /** There is no such t-graph. Look for its name with {@link QueryClient#graphs()}. */
    UNKNOWN_GRAPH,
    /** There is no such state. Look for its name with {@link GraphReader#describe()}. */
    UNKNOWN_STATE,
    /** The server does not take the HTTP method: it is older than this client. */
    METHOD_NOT_ALLOWED,
    /** The snapshot is no longer kept. Ask for a newer one, or begin the scan again. */
    SNAPSHOT_TOO_OLD,
    /** The question is larger than the server allows. Ask for fewer keys at once. */
    REQUEST_TOO_LARGE,
    /** The server does not answer for this host. Use the address that it was given. */
    MISDIRECTED,
    /** The answer is larger than the server allows. Ask for a smaller page, or filter. */
    RESULT_TOO_LARGE,
    /** A fault of the server; its log tells more. Report it. */
    INTERNAL,
    /** A part of the job is starting or recovering. Ask again soon. */
    NOT_READY,
    /** An instance has moved to another process meanwhile. Ask again. */
    MOVED,
    /** There was no answer in time. Ask again, or give more time. */
    TIMEOUT,
    /** The server has too much to do. Ask again later, and less often. */
    OVERLOADED,
    /**
     * No server could be reached, or a proxy has no answer of one. Check the address; ask again
     * when the job runs.
     */
    UNREACHABLE,
    /**
     * The answer is not understood. Compare the types of the question with those of the state, and
     * the versions of client and server; the message says where they differ.
     */
    UNEXPECTED_ANSWER,
    /** The calling thread was interrupted; its interrupt flag is set again. End what it does. */
    INTERRUPTED;

    /** A reason that this client does not know is one that it did not expect. */
    static QueryFailureReason named(String name) {
        for (QueryFailureReason reason : values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        return UNEXPECTED_ANSWER;
    }
}
