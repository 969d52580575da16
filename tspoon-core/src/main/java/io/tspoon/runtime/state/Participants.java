/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.ReadCommittedParticipant;
import io.tspoon.protocol.TimestampOrderingParticipant;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

/** Chooses the mechanism that gives the isolation level. */
final class Participants {
    private Participants() {}

    /**
     * Whether an access may see a version that is not the newest one. With locks none does: who
     * comes below a write that was granted is refused. Nor at PL3 where the operator may write: an
     * access is granted only when nobody else has read or written above it.
     */
    static boolean keepVersions(GraphSettings settings, AccessModes<?> modes) {
        return settings.concurrencyControl() == ConcurrencyControl.TIMESTAMP_BASED
                && (modes.mayOnlyRead() || settings.isolation().compareTo(IsolationLevel.PL3) < 0);
    }

    static <K, V> Participant<K, V> create(
            GraphSettings settings, int coordinators, Participant.Handler<K, V> handler) {
        if (settings.concurrencyControl() == ConcurrencyControl.LOCK_BASED) {
            return new LockingParticipant<>(coordinators, !settings.isOrdered(), handler);
        }
        if (settings.isolation().compareTo(IsolationLevel.PL3) < 0) {
            return new ReadCommittedParticipant<>(coordinators, handler);
        }
        return new TimestampOrderingParticipant<>(coordinators, !settings.isOrdered(), handler);
    }
}
