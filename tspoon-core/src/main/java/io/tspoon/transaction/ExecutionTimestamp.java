/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/**
 * The place of one execution attempt in the serial order of its t-graph.
 *
 * <p>At {@link IsolationLevel#PL3} running all transactions one by one in the order of the
 * timestamps of their deciding attempts gives the same outcomes and the same state.
 *
 * @param value a positive 64-bit hybrid logical clock reading, unique in the t-graph; two t-graphs
 *     of a job may give the same
 */
public record ExecutionTimestamp(long value) implements Comparable<ExecutionTimestamp> {
    @Override
    public int compareTo(ExecutionTimestamp other) {
        return Long.compare(value, other.value);
    }
}
