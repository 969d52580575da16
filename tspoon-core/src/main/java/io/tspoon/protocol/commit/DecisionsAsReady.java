/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** Every attempt is decided as soon as it can be. What was reported in time is in the batch. */
@Internal
public final class DecisionsAsReady<P> extends DecisionTurns<P> {
    @Override
    boolean ordersResults() {
        return false;
    }

    @Override
    boolean isNext(Attempt<P> attempt) {
        return true;
    }

    @Override
    @Nullable Attempt<P> decided(Attempt<P> attempt) {
        return null;
    }

    @Override
    void taken(DecisionBatch batch) {}

    @Override
    void reported(DecisionBatch batch, int participant, long upTo) {
        batch.vouchFor(participant, upTo);
    }
}
