/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Locking;
import io.tspoon.protocol.Mechanism;
import io.tspoon.protocol.ParticipantRules;
import io.tspoon.protocol.ReadCommitted;
import io.tspoon.protocol.Speculating;
import io.tspoon.protocol.Speculation;
import io.tspoon.protocol.TimestampOrdering;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

/** Chooses the mechanism that provides the isolation level. */
final class Participants {
    private Participants() {}

    static <K, V> ParticipantRules<K, V> rules(StateOperatorPlan<?, K, V, ?> plan) {
        return new ParticipantRules<>(
                mechanism(plan),
                keepVersions(plan)
                        ? ParticipantRules.KeptVersions.ALL_IN_USE
                        : ParticipantRules.KeptVersions.NEWEST,
                plan.settings().log() == null ? Durability.CHECKPOINT : Durability.LOG);
    }

    /**
     * Whether an access may see a version that is not the newest one. With locks none does: an
     * access below a granted write is refused. Nor does any at PL3 where the operator may write: an
     * access is granted only when nobody else has read or written above it.
     */
    private static boolean keepVersions(StateOperatorPlan<?, ?, ?, ?> plan) {
        return plan.settings().concurrencyControl() == ConcurrencyControl.TIMESTAMP_BASED
                && (plan.modes().mayOnlyRead() || mayLoseUpdates(plan));
    }

    private static <K, V> Mechanism<K, V> mechanism(StateOperatorPlan<?, K, V, ?> plan) {
        if (plan.settings().concurrencyControl() == ConcurrencyControl.LOCK_BASED) {
            return speculating(plan, new Locking<>());
        }
        return mayLoseUpdates(plan)
                ? new ReadCommitted<>()
                : speculating(plan, new TimestampOrdering<>());
    }

    private static <K, V> Mechanism<K, V> speculating(
            StateOperatorPlan<?, K, V, ?> plan, Mechanism<K, V> mechanism) {
        return plan.settings().isOrdered()
                ? mechanism
                : new Speculating<>(mechanism, Speculation.whileItPays());
    }

    /**
     * Whether an update may overwrite another update that it has not seen. Where states share a
     * key, this never happens: an update writes the values of all of them, and must not undo what
     * does not concern its transaction.
     */
    private static boolean mayLoseUpdates(StateOperatorPlan<?, ?, ?, ?> plan) {
        return plan.settings().isolation().compareTo(IsolationLevel.PL3) < 0 && !plan.isShared();
    }
}
