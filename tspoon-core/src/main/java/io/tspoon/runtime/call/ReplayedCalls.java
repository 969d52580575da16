/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;
import io.tspoon.call.Procedure;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.transaction.TransactionResult;

/** Hands the calls that a log holds to the desk of their owner. */
record ReplayedCalls(CallDesk desk) implements LoggedCalls {
    @Override
    public boolean isCall(LoggedTransaction transaction) {
        for (Procedure procedure : desk.procedures()) {
            if (procedure.name().equals(transaction.entrance())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isOwn(LoggedTransaction transaction) {
        return desk.owns(CallKey.of(transaction.entrance(), transaction.key()));
    }

    @Override
    public void ended(TransactionResult<Object> result, long digestHigh, long digestLow)
            throws Exception {
        CallKey key = CallKey.of(result.entrance(), result.key());
        desk.replayed(key, new Retention.Retained(digestHigh, digestLow, result));
    }
}
