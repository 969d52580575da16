/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/** Which results of a t-graph give the element back of which they are. */
@PublicEvolving
public enum ReturnedInputs {
    /** No result does. */
    NONE,
    /** Those of aborted transactions do, for example to keep what was rejected. */
    ABORTED,
    /** All results do. */
    ALL;

    /** Whether the result of a transaction with this outcome gives its element back. */
    public boolean includes(Outcome outcome) {
        return this == ALL || (this == ABORTED && outcome == Outcome.ABORTED);
    }
}
