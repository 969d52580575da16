/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/** The final outcome of a transaction. An attempt that is retried has none. */
public enum Outcome {
    /** All updates are installed. */
    COMMITTED,
    /** No update is installed; the result carries the reasons. */
    ABORTED
}
