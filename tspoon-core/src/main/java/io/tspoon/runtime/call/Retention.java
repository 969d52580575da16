/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;
import io.tspoon.transaction.TransactionResult;

import org.jspecify.annotations.Nullable;

/** Where a coordinator retains the outcomes of its calls. Confined to the mailbox thread. */
interface Retention {
    /** The number of calls that are retained. */
    long size();

    /** What is known of a call; null if it is not known, or not any more. */
    @Nullable Retained find(CallKey key) throws Exception;

    /** Retains a call that has ended, and is not retained. */
    void add(CallKey key, Retained ended) throws Exception;

    /** Retains a call that has ended. If it is retained already, the later outcome stays. */
    void put(CallKey key, Retained ended) throws Exception;

    /**
     * What is retained of a call.
     *
     * @param digestHigh of its request, as {@code digestLow}
     * @param digestLow of its request
     * @param result of its transaction, without updates
     */
    record Retained(long digestHigh, long digestLow, TransactionResult<?> result) {}
}
