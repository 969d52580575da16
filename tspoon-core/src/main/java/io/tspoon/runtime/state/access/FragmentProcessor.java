/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.runtime.transport.FragmentRows;

import org.apache.flink.annotation.Internal;

/**
 * Lets fragments access their keys, one batch at a time.
 *
 * <p>Most of the cost of an access is waiting for memory. So the records of a whole batch are
 * fetched first, in tight loops in which the processor waits for many memory accesses at once. The
 * batch is small enough that the records are still in the cache when they are used.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class FragmentProcessor<I, K, V, O> {
    private final FragmentBatch<I, K, V, O> batch;
    private final Settlement<I, K, V, O> settlement;
    private final AccessRunner<I, K, V, O> runner;
    private final Runnable sender;

    /**
     * @param batch gathers the fragments
     * @param settlement lets those of each attempt access their keys
     * @param sender sends what the runner has written. Called only between two attempts, because
     *     close takes everything decided here, up to the last row of a block, as reported
     */
    public FragmentProcessor(
            FragmentBatch<I, K, V, O> batch,
            Settlement<I, K, V, O> settlement,
            AccessRunner<I, K, V, O> runner,
            Runnable sender) {
        this.batch = batch;
        this.settlement = settlement;
        this.runner = runner;
        this.sender = sender;
    }

    /**
     * Adds a fragment. First processes the fragments before it if they fill a batch.
     *
     * @param row row of the fragment
     */
    public void add(I element, FragmentRows fragments, int row) throws Exception {
        if (batch.isFull(fragments.timestamp(row))) {
            process();
        }
        batch.add(element, fragments, row);
    }

    /** Processes the fragments added since the last call. */
    public void process() throws Exception {
        int size = batch.size();
        if (size == 0) {
            return;
        }
        batch.lookUp();
        int from = 0;
        while (from < size) {
            int to = batch.beginAttempt(from);
            settlement.settle(batch, from, to);
            if (runner.getAndClearLarge()) {
                sender.run();
            }
            from = to;
        }
        batch.clear();
    }
}
