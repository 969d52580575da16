/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.Mechanism;
import io.tspoon.protocol.access.ParticipantRules.KeptVersions;

import org.apache.flink.annotation.Internal;

/**
 * Locks, which serve each level. No access sees a version that is not the newest one, because an
 * access below a granted write is refused.
 */
@Internal
public final class ByLocks implements AttemptIsolation {
    @Override
    public <K, V> Mechanism<K, V> mechanism(OperatorTraits operator) {
        return new Locking<>();
    }

    @Override
    public KeptVersions versions(OperatorTraits operator) {
        return KeptVersions.NEWEST;
    }
}
