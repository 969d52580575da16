/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * When it is the turn of an attempt that could be decided, and what a batch of decisions then says
 * about participants that decide alone.
 *
 * @param <P> what the owner gathers for the result
 */
@Internal
public abstract class DecisionTurns<P> {
    /** Whether results leave in the order of decisions. */
    abstract boolean ordersResults();

    /** Whether the attempt may be decided now. If not, it is kept until it is its turn. */
    abstract boolean isNext(Attempt<P> attempt);

    /**
     * The attempt is decided, and its transaction will not be executed again.
     *
     * @return an attempt that has waited for this; null if there is none
     */
    abstract @Nullable Attempt<P> decided(Attempt<P> attempt);

    /** The batch is complete. */
    abstract void taken(DecisionBatch batch);

    /** A participant has reported what it has decided alone up to a timestamp. */
    abstract void reported(DecisionBatch batch, int participant, long upTo);
}
