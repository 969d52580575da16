/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * The settings of one t-graph, as its operators need them.
 *
 * @param graph name of the t-graph
 * @param isolation isolation level
 * @param concurrencyControl how transactions are isolated from each other
 * @param maxInFlight highest number of transactions in flight for each coordinator
 * @param maxBlockTransactions a block is sent at the latest when it holds this many transactions
 * @param eagerBlocks blocks are sent at once while fewer than this many are under way to a
 *     participant
 * @param cacheCapacity number of keys whose values an instance of a stateful operator keeps at hand
 * @param deadlineMs a transaction that takes longer fails the job
 * @param heartbeatMs how often an idle coordinator reports its progress
 * @param acceptsLoss whether a run goes on if what earlier runs logged is damaged, gone, or not
 *     asked for any more
 * @param log how outcomes are logged; null if they are not
 * @param read how the states can be read from outside; null if they cannot
 */
public record GraphSettings(
        String graph,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        int maxInFlight,
        int maxBlockTransactions,
        int eagerBlocks,
        int cacheCapacity,
        long deadlineMs,
        long heartbeatMs,
        boolean acceptsLoss,
        @Nullable LogSettings log,
        @Nullable ReadSettings read)
        implements Serializable {

    /**
     * The most bytes that the elements which an attempt sends to one receiver may have, so that a
     * block of them can be built, sent and read.
     */
    public static final int MAX_SENT_BYTES = 1 << 30;

    /** The most bytes that the outcome of a transaction may have. */
    public int maxOutcomeBytes() {
        return log == null
                ? MAX_SENT_BYTES
                : Math.min(MAX_SENT_BYTES, log.log().maxTransactionBytes());
    }

    /** Whether transactions take effect in the order in which they enter. */
    public boolean isOrdered() {
        return isolation == IsolationLevel.PL4;
    }

    /** One line, with the names of the options and without secrets. */
    @Override
    public String toString() {
        return "isolation="
                + isolation
                + ", concurrency-control="
                + concurrencyControl
                + ", max-in-flight="
                + maxInFlight
                + ", max-block-size="
                + maxBlockTransactions
                + ", cache-capacity="
                + cacheCapacity
                + ", deadline="
                + deadlineMs
                + " ms, heartbeat="
                + heartbeatMs
                + " ms, durability="
                + (log == null ? "CHECKPOINT" : "LOG, " + log)
                + (log == null && !acceptsLoss ? "" : ", log-accept-loss=" + acceptsLoss)
                + ", queryable="
                + (read == null ? "false" : "true, " + read);
    }
}
