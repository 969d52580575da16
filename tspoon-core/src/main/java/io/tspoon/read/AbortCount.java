/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;

import java.util.Comparator;

/**
 * How many transactions were aborted for a reason. One with several reasons counts under its first.
 *
 * @param kind what has aborted them
 * @param operator the state or stateless operation where
 * @param rule the violated constraint, the reason that user code gave, and so on; empty for all
 *     rules together that are not counted one by one, as there are too many
 * @param transactions their number
 */
@Internal
public record AbortCount(AbortReason.Kind kind, String operator, String rule, long transactions) {
    /** Those with the same number in a fixed order. */
    public static final Comparator<AbortCount> MOST_FREQUENT_FIRST =
            Comparator.comparingLong(AbortCount::transactions)
                    .reversed()
                    .thenComparing(AbortCount::kind)
                    .thenComparing(AbortCount::operator)
                    .thenComparing(AbortCount::rule);
}
