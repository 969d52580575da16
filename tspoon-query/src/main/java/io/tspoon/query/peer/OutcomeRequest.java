/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * Asks what became of a transaction.
 *
 * @param graph name of the t-graph
 * @param entrance name of the entrance by which its element has come; empty if that has none
 * @param key the transaction's key
 * @param waitMs how long to wait for the outcome if it is not known, in milliseconds
 */
@Internal
public record OutcomeRequest(String graph, String entrance, String key, long waitMs)
        implements PeerRequest<FoundOutcome> {}
