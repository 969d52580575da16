/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.transaction.TransactionResult;

import java.io.IOException;
import java.util.List;

/**
 * When the results of transactions leave that are executed in chains. Confined to the mailbox
 * thread.
 */
interface Departures<T> {
    /** A transaction is over, and so are those that it has to follow. */
    void over(TransactionResult<T> result, int slot) throws IOException;

    /**
     * All transactions of this coordinator up to this id are over, as far as that is known: nothing
     * of them is undecided, whatever they wait for.
     */
    long overUpTo();

    /**
     * A participant says up to where the logs of all other coordinators are durable.
     *
     * @param upTo an id; {@link io.tspoon.protocol.Timestamps#NONE} if it does not say
     */
    void othersAreDurable(long upTo);

    /** Finds what may leave now. To be called when what has come is {@link #over}. */
    void settle() throws IOException;

    /** The slots of the transactions that leave, in an array of its own. */
    int[] takeSlots();

    /** Removes and returns the results that leave, in a list of its own; after the slots. */
    List<TransactionResult<T>> takeResults();
}
