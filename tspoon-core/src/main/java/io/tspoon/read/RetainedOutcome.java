/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.annotation.Internal;

import java.util.Comparator;
import java.util.List;

/**
 * What became of a transaction, for somebody who knows its key.
 *
 * @param entrance name of the entrance by which its element has come; empty if that has none
 * @param key the transaction's key
 * @param id its identity
 * @param timestamp its place in the serial order
 * @param outcome committed or aborted
 * @param attempts number of attempts
 * @param reasons why it was aborted; empty if it was not
 */
@Internal
public record RetainedOutcome(
        String entrance,
        String key,
        long id,
        long timestamp,
        Outcome outcome,
        int attempts,
        List<AbortReason> reasons) {
    /** By their place in the serial order. */
    public static final Comparator<RetainedOutcome> LATEST_FIRST =
            Comparator.comparingLong(RetainedOutcome::timestamp).reversed();
}
