/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.transaction.TransactionResult;

import java.util.List;

/** Where the results of transactions leave a t-graph. Confined to the mailbox thread. */
interface Exit<T> {
    /**
     * Lets results leave, in their order.
     *
     * @param results may be empty; not used by the caller any more
     */
    void leave(List<TransactionResult<T>> results);

    /** Lets results leave that were logged by an earlier run, and may have left then. */
    default void leaveAgain(List<TransactionResult<T>> results) {
        leave(results);
    }
}
