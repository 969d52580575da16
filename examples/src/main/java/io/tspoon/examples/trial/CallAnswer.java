/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.List;

/**
 * What a caller was answered. All answers of a key must say the same.
 *
 * @param number number of the transfer, which is the key of the call
 * @param after timestamp behind which the caller wanted it executed; 0 for any
 * @param id id of the transaction
 * @param timestamp place in the serial order
 * @param emitted new balances in ascending order; empty if it was aborted
 */
public record CallAnswer(
        long number, long after, long id, long timestamp, boolean committed, List<Long> emitted) {
    public CallAnswer {
        emitted = emitted.stream().sorted().toList();
    }

    /** Whether the result of the transaction says the same. */
    boolean agreesWith(Settled result) {
        return id == result.id()
                && timestamp == result.timestamp()
                && committed == result.committed()
                && emitted.equals(result.balances().values().stream().sorted().toList());
    }
}
