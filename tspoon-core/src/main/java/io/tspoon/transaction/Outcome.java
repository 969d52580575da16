/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/** The final outcome of a transaction. A retried attempt has none: it is executed again. */
public enum Outcome {
    /** Every update is installed. */
    COMMITTED,
    /** No update is installed; the result carries the reasons. */
    ABORTED
}
