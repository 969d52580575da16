/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.commit.DecisionTurns;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.transaction.Durability;

import org.apache.flink.annotation.Internal;

import java.util.function.IntToLongFunction;

/** Accesses run when they arrive, and one that comes too late is refused; serves PL1 to PL3. */
@Internal
public final class AsItComes implements Sequencing {
    @Override
    public <F> F intake(int senders, Ways<F> ways) {
        return ways.asItComes();
    }

    @Override
    public boolean promises() {
        return false;
    }

    @Override
    public boolean mayRefuse() {
        return true;
    }

    @Override
    public boolean decidesInEntryOrder(Durability durability) {
        return false;
    }

    @Override
    public <P> DecisionTurns<P> turns(
            Durability durability, int slots, IntToLongFunction numberOf) {
        return new DecisionsAsReady<>();
    }
}
