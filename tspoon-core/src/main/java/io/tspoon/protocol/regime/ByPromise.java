/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.commit.DecisionOrder;
import io.tspoon.protocol.commit.DecisionTurns;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.order.ArrivalOrder;
import io.tspoon.transaction.Durability;

import org.apache.flink.annotation.Internal;

import java.util.function.IntToLongFunction;

/**
 * Accesses run in timestamp order, as far as all senders have promised to send nothing more; serves
 * PL4. With a log, or if results are to leave in that order, attempts are decided in the order of
 * entry as well (ADR 0010, ADR 0027).
 *
 * @param results in which order results leave
 */
@Internal
public record ByPromise(ResultOrder results) implements Sequencing {
    @Override
    public <F> F intake(int senders, Ways<F> ways) {
        return ways.merged(new ArrivalOrder(senders));
    }

    @Override
    public boolean promises() {
        return true;
    }

    @Override
    public boolean mayRefuse() {
        return false;
    }

    @Override
    public boolean decidesInEntryOrder(Durability durability) {
        return durability == Durability.LOG || results == ResultOrder.OF_ENTRY;
    }

    @Override
    public <P> DecisionTurns<P> turns(
            Durability durability, int slots, IntToLongFunction numberOf) {
        return decidesInEntryOrder(durability)
                ? new DecisionOrder<>(slots, numberOf)
                : new DecisionsAsReady<>();
    }
}
