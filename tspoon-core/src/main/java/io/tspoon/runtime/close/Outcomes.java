/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.CommitCoordinator;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.runtime.transport.Block;
import io.tspoon.transaction.TransactionResult;

import java.io.IOException;

/**
 * What a close operator does with outcomes before anybody learns of them. Confined to the mailbox
 * thread.
 */
interface Outcomes {
    /**
     * Makes the outcomes of a batch durable, and its decisions wait until they are.
     *
     * @param batch the batch that the coordinator has handed out last
     * @param block what has brought the decisions about
     */
    void decided(
            CommitCoordinator<?, ? extends TransactionResult<?>> coordinator,
            DecisionBatch batch,
            Block block)
            throws IOException;

    /** The ticket up to which outcomes are durable. */
    long durable();

    /**
     * Nothing else is to be done before a ticket is durable.
     *
     * @param wakeUp called once it is; may be called more often
     */
    void await(long ticket, Runnable wakeUp);
}
