/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/**
 * The identity of a transaction, kept across its re-executions.
 *
 * <p>Ids of one coordinator ascend in the order in which its elements entered the t-graph. The
 * value is the execution timestamp of the transaction's first attempt.
 *
 * @param value a positive 64-bit number, unique in the t-graph; two t-graphs of a job may give the
 *     same
 */
public record TransactionId(long value) implements Comparable<TransactionId> {
    @Override
    public int compareTo(TransactionId other) {
        return Long.compare(value, other.value);
    }
}
