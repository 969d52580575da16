/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/** What the coordinator decides of one attempt. The ordinal is the wire format. */
public enum Decision {
    /** Install the tentative versions; the transaction is committed. */
    COMMIT,
    /** Invalidate the tentative versions; the transaction is aborted for good. */
    ABORT,
    /** Invalidate the tentative versions; the transaction will be executed again. */
    RETRY;

    private static final Decision[] BY_ORDINAL = values();

    /** The decision with the ordinal, as read from the wire. */
    public static Decision of(int ordinal) {
        return BY_ORDINAL[ordinal];
    }

    /** Any retry wins over any abort, which wins over commit. */
    static Decision from(Vote vote) {
        return BY_ORDINAL[vote.ordinal()];
    }
}
