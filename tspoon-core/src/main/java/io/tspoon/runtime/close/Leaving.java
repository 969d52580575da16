/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.transaction.TransactionResult;

import java.util.List;

/**
 * Results that leave together, in their order.
 *
 * @param results not changed any more
 * @param times by result: the Flink timestamp of its element, or {@link ElementTimes#NONE}; empty
 *     if none has one
 */
record Leaving<T>(List<TransactionResult<T>> results, long[] times) {
    boolean isEmpty() {
        return results.isEmpty();
    }

    /** The Flink timestamp of the element of a result; {@link ElementTimes#NONE} if none. */
    long time(int index) {
        return times.length == 0 ? ElementTimes.NONE : times[index];
    }
}
