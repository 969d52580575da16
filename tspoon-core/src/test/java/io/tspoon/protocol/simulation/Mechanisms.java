/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.Mechanism;
import io.tspoon.protocol.access.Speculating;
import io.tspoon.protocol.access.Speculation;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.protocol.regime.AttemptRules;
import io.tspoon.protocol.regime.OperatorTraits;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

/** Creates the mechanism under test, for each participant its own. */
@FunctionalInterface
interface Mechanisms {
    /** Locks that let an access see tentative values of its own coordinator. */
    Mechanisms SPECULATING_LOCKS =
            () -> new Speculating<>(new Locking<>(), Speculation.whileItPays());

    /** Timestamps that let an access see tentative versions of its own coordinator. */
    Mechanisms SPECULATING_TIMESTAMPS =
            () -> new Speculating<>(new TimestampOrdering<>(), Speculation.whileItPays());

    /** As {@link #SPECULATING_LOCKS}, with so many pauses that a short run has several. */
    Mechanisms PAUSING_LOCKS = () -> new Speculating<>(new Locking<>(), pausing());

    /** As {@link #SPECULATING_TIMESTAMPS}, with so many pauses that a short run has several. */
    Mechanisms PAUSING_TIMESTAMPS = () -> new Speculating<>(new TimestampOrdering<>(), pausing());

    /** What the settings ask for. */
    static Mechanisms of(IsolationLevel level, ConcurrencyControl control) {
        Regime regime = Regime.of(level, control, Durability.CHECKPOINT);
        OperatorTraits operator = new OperatorTraits(false, false, false, false, false);
        return () -> AttemptRules.<Integer, Value>of(regime, operator).mechanism();
    }

    Mechanism<Integer, Value> create();

    /** A pause of four commits after two versions that were seen and dropped. */
    private static Speculation pausing() {
        return Speculation.whileItPays(2, 4);
    }
}
