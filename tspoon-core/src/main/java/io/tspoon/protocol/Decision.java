/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.apache.flink.annotation.Internal;

/** The coordinator's decision on one attempt. The ordinal is the wire format. */
@Internal
public enum Decision {
    /** Install the tentative versions; the transaction is committed. */
    COMMIT,
    /** Invalidate the tentative versions; the transaction is aborted for good. */
    ABORT,
    /** Invalidate the tentative versions; the transaction will be executed again. */
    RETRY;

    private static final Decision[] BY_ORDINAL = values();

    /** The decision with an ordinal that was read from the wire. */
    public static Decision of(int ordinal) {
        return BY_ORDINAL[ordinal];
    }
}
