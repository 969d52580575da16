/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/**
 * The identity of a transaction, the same for all its attempts.
 *
 * <p>The ids of one coordinator ascend in the order in which its elements entered the t-graph. The
 * value is the execution timestamp of the first attempt.
 *
 * @param value a positive 64-bit number, unique within the t-graph; another t-graph of the job may
 *     have the same
 */
@PublicEvolving
public record TransactionId(long value) implements Comparable<TransactionId> {
    @Override
    public int compareTo(TransactionId other) {
        return Long.compare(value, other.value);
    }
}
