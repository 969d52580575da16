/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import org.apache.flink.annotation.Internal;

/** Begins the transactions of calls. Confined to the mailbox thread. */
@Internal
public interface CallAdmission {
    /** Whether earlier runs are recovered, so that all calls that have ended are known. */
    boolean isRecovered();

    /** Whether the transaction of a call may begin now. If not, does what is needed for that. */
    boolean makeRoom() throws Exception;

    /**
     * Begins the transaction of a call; {@link #begun} must follow.
     *
     * @param procedure number of the procedure
     * @param request what it is called with
     * @param key of the transaction
     */
    void begin(int procedure, Object request, String key, long digestHigh, long digestLow)
            throws Exception;

    /** The transactions that have begun since the last call may be sent, all together. */
    void begun() throws Exception;

    /** The place of a transaction that is over becomes free. */
    void ended();

    /** Makes every later timestamp higher than the given one. */
    void observe(long timestamp);
}
