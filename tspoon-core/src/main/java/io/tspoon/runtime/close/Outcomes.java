/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.commit.Settled;
import io.tspoon.transaction.TransactionResult;

import java.io.IOException;

/**
 * What a close operator does with outcomes before anybody learns of them. Confined to the mailbox
 * thread.
 */
interface Outcomes {
    /** The ticket up to which outcomes are durable. */
    long durable();

    /**
     * Logs what was decided. If everything waits for the log now, the close operator is woken up
     * once that is durable.
     */
    void log(Settled<? extends TransactionResult<?>> settled) throws IOException;
}
