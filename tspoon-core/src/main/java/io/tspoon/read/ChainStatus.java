/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

/**
 * The figures of an instance, or of several together, whose accesses are executed in chains.
 *
 * @param firstRuns accesses that had their turn since the instance started
 * @param repeatedRuns how often accesses have run again because a value has changed
 * @param objections parts of transactions that were found to fail, while others elsewhere may not
 * @param withdrawals how often such a part was found not to fail after all
 * @param speculative transactions that rest on a value that may still change
 * @param depth how many of these there may be
 */
@Internal
public record ChainStatus(
        long firstRuns,
        long repeatedRuns,
        long objections,
        long withdrawals,
        int speculative,
        int depth) {
    /** Both together: of what is not counted since the start, that which is nearer to its limit. */
    public ChainStatus and(ChainStatus other) {
        return new ChainStatus(
                firstRuns + other.firstRuns,
                repeatedRuns + other.repeatedRuns,
                objections + other.objections,
                withdrawals + other.withdrawals,
                Math.max(speculative, other.speculative),
                Math.min(depth, other.depth));
    }
}
