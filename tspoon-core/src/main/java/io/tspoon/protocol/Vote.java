/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/** A participant's vote on one attempt. The ordinal is the wire format; the highest vote wins. */
public enum Vote {
    /** Everything was executed as asked. */
    COMMIT,
    /** An integrity constraint or user code rejected the transaction. */
    ABORT,
    /**
     * A conflicting access with a higher timestamp came first: the transaction must be executed
     * again.
     */
    RETRY
}
