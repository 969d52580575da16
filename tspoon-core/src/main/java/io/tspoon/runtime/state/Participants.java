/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.ReadCommittedParticipant;
import io.tspoon.protocol.Speculation;
import io.tspoon.protocol.TimestampOrderingParticipant;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

/** Chooses the mechanism that provides the isolation level. */
final class Participants {
    private Participants() {}

    /**
     * Whether an access may see a version that is not the newest one. With locks none does: an
     * access below a granted write is refused. Nor does any at PL3 where the operator may write: an
     * access is granted only when nobody else has read or written above it.
     */
    static boolean keepVersions(StateOperatorPlan<?, ?, ?, ?> plan) {
        return plan.settings().concurrencyControl() == ConcurrencyControl.TIMESTAMP_BASED
                && (plan.modes().mayOnlyRead() || mayLoseUpdates(plan));
    }

    static <K, V> Participant<K, V> create(
            StateOperatorPlan<?, K, V, ?> plan,
            int coordinators,
            Participant.Handler<K, V> handler) {
        Speculation speculation =
                plan.settings().isOrdered() ? Speculation.never() : Speculation.whileItPays();
        if (plan.settings().concurrencyControl() == ConcurrencyControl.LOCK_BASED) {
            return new LockingParticipant<>(coordinators, speculation, handler);
        }
        if (mayLoseUpdates(plan)) {
            return new ReadCommittedParticipant<>(coordinators, handler);
        }
        return new TimestampOrderingParticipant<>(coordinators, speculation, handler);
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
