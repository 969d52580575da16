/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/** What one participant says of one attempt. The ordinal is the wire format; higher wins. */
public enum Vote {
    /** Everything was done as asked. */
    COMMIT,
    /** An integrity constraint or user code said no. */
    ABORT,
    /** A conflicting access with a higher timestamp came first: execute again. */
    RETRY
}
