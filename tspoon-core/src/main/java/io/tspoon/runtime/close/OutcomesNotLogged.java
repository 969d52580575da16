/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.commit.Settled;
import io.tspoon.transaction.TransactionResult;

/** Outcomes without a log: nothing waits for anything. */
final class OutcomesNotLogged implements Outcomes {
    @Override
    public long durable() {
        return Long.MAX_VALUE;
    }

    @Override
    public void log(Settled<? extends TransactionResult<?>> settled) {}
}
