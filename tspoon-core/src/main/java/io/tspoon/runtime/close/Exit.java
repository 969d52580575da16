/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

/** Where the results of transactions leave a t-graph. Confined to the mailbox thread. */
interface Exit<T> {
    /**
     * Lets results leave, in their order.
     *
     * @param leaving may be empty; not used by the caller any more
     */
    void leave(Leaving<T> leaving);

    /** Lets results leave that were logged by an earlier run, and may have left then. */
    default void leaveAgain(Leaving<T> leaving) {
        leave(leaving);
    }
}
