/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.read.RetainedOutcome;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinators at a server know of a transaction.
 *
 * @param retained whether they retain outcomes
 * @param outcome the outcome; null if they do not know it
 */
@Internal
public record FoundOutcome(boolean retained, @Nullable RetainedOutcome outcome) {
    /** No outcome is retained. */
    public static final FoundOutcome NOT_RETAINED = new FoundOutcome(false, null);

    /** Outcomes are retained, but this one is not known. */
    public static final FoundOutcome UNKNOWN = new FoundOutcome(true, null);
}
