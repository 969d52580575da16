/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/** The final outcome of a transaction. An attempt that is retried has none. */
@PublicEvolving
public enum Outcome {
    /** All updates are installed. */
    COMMITTED,
    /** No update is installed; the result carries the reasons. */
    ABORTED
}
