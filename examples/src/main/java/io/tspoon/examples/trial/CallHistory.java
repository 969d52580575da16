/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.List;
import java.util.Set;

/**
 * What callers did, whose transfers have numbers from {@link Transfers#CALLED} on.
 *
 * @param sent numbers of the transfers that were called, answered or not
 * @param answers all answers, also to calls that were repeated
 * @param unexpected failures that no crash explains, in words
 */
public record CallHistory(Set<Long> sent, List<CallAnswer> answers, List<String> unexpected) {
    /** Nobody called. */
    public static final CallHistory NONE = new CallHistory(Set.of(), List.of(), List.of());
}
