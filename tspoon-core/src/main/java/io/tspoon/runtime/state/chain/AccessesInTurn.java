/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.read.ChainStatus;
import io.tspoon.runtime.transport.FragmentRows;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Executes the accesses of transactions one after the other, in the order of ids, and says how far
 * they are final. For each block its owner does one step after the other:
 *
 * <pre>
 *    notice(...) and late(...) for all that came, then finalUpTo(...)
 *    repair()
 *    while there is room() and the next transaction has come: add(...) its fragments, process()
 *    arrived(...), then judged() and settled() are told
 * </pre>
 *
 * <p>Confined to the mailbox thread.
 *
 * @param <I> type of the elements
 */
@Internal
public interface AccessesInTurn<I> extends AutoCloseable {
    // ------------------------------------------------------------------ coordinators

    /** What to assume of a transaction. */
    void notice(long id, boolean abort);

    /** What functions elsewhere have done with values that they got from here. */
    void late(FragmentRows fragments) throws Exception;

    /** All transactions of the coordinator up to this id are decided for good. */
    void finalUpTo(int coordinator, long id);

    // ------------------------------------------------------------------ accesses

    /** Executes again what notices have changed, as far as that is done without a pause. */
    void repair() throws Exception;

    /** Whether there is more to repair. */
    boolean mustRepair();

    /**
     * What is awaited before more is judged, besides what has not come, see {@link
     * io.tspoon.runtime.transport.Awaited}.
     */
    int awaited();

    /** How many more transactions may be added before the next call of {@link #process}. */
    int room();

    /**
     * Adds a fragment; those of one transaction follow each other.
     *
     * @param row row of the fragment
     */
    void add(I element, FragmentRows fragments, int row) throws Exception;

    /** Processes the transactions added since the last call. */
    void process() throws Exception;

    // ------------------------------------------------------------------ progress

    /** All transactions up to this id that have a part here were added. */
    void arrived(long upTo) throws Exception;

    /** Up to this id everything was judged here. */
    long judged();

    /** Up to this id nothing changes here any more. */
    long settled();

    /**
     * The lowest transaction of which something here waits until coordinators say that everything
     * up to it is final; {@link io.tspoon.protocol.Timestamps#NONE} if there is none.
     */
    long lowestAwaitingFinal();

    /**
     * A block was processed.
     *
     * @param before what is awaited before more is judged
     */
    void blockProcessed(int before);

    /** Figures for readers, in any thread; null where nothing runs in chains. */
    @Nullable ChainStatus status();

    /** The number of transactions that are not over here. */
    int open();

    /** An exception leaves the operator, so the job fails. */
    void logFailure(Throwable failure);
}
