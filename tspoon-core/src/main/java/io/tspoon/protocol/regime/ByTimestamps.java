/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.Mechanism;
import io.tspoon.protocol.access.ParticipantRules.KeptVersions;
import io.tspoon.protocol.access.ReadCommitted;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.annotation.Internal;

/** Versions and timestamps; below PL3 reads do not wait. */
@Internal
public final class ByTimestamps implements AttemptIsolation {
    private final IsolationLevel level;

    public ByTimestamps(IsolationLevel level) {
        this.level = level;
    }

    @Override
    public <K, V> Mechanism<K, V> mechanism(OperatorTraits operator) {
        return mayLoseUpdates(operator) ? new ReadCommitted<>() : new TimestampOrdering<>();
    }

    /**
     * Only the newest version at PL3 where the operator may write: an access is granted only when
     * nobody else has read or written above it.
     */
    @Override
    public KeptVersions versions(OperatorTraits operator) {
        return operator.onlyReads() || mayLoseUpdates(operator)
                ? KeptVersions.ALL_IN_USE
                : KeptVersions.NEWEST;
    }

    /**
     * Whether an update may overwrite another update that it has not seen. Where states share a
     * key, this never happens: an update writes the values of all of them, and must not undo what
     * does not concern its transaction.
     */
    private boolean mayLoseUpdates(OperatorTraits operator) {
        return level.compareTo(IsolationLevel.PL3) < 0 && !operator.sharesKeys();
    }
}
