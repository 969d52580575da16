/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedTransaction;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;

/**
 * Gets the calls that a log holds, so that they are known when they are repeated. No source gives
 * them again, so nobody awaits them. Confined to the mailbox thread.
 */
@Internal
public interface LoggedCalls {
    /** There are no calls. */
    LoggedCalls NONE =
            new LoggedCalls() {
                @Override
                public boolean isCall(LoggedTransaction transaction) {
                    return false;
                }

                @Override
                public boolean isOwn(LoggedTransaction transaction) {
                    return false;
                }

                @Override
                public void ended(
                        TransactionResult<Object> result, long digestHigh, long digestLow) {}
            };

    /** Whether the transaction is that of a call. */
    boolean isCall(LoggedTransaction transaction);

    /** Whether the call is one of this coordinator, whichever has logged it. */
    boolean isOwn(LoggedTransaction transaction);

    /**
     * A call of this coordinator has ended.
     *
     * @param result of its transaction, without updates
     * @param digestHigh of its request, as {@code digestLow}
     */
    void ended(TransactionResult<Object> result, long digestHigh, long digestLow) throws Exception;
}
