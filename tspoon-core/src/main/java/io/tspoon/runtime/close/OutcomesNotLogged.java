/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.CommitCoordinator;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.runtime.transport.Block;
import io.tspoon.transaction.TransactionResult;

/** Outcomes without a log: nothing waits for anything. */
final class OutcomesNotLogged implements Outcomes {
    @Override
    public void decided(
            CommitCoordinator<?, ? extends TransactionResult<?>> coordinator,
            DecisionBatch batch,
            Block block) {}

    @Override
    public long durable() {
        return Long.MAX_VALUE;
    }

    @Override
    public void await(long ticket, Runnable wakeUp) {}
}
