/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.access.InstalledVersions.Shown;
import io.tspoon.transaction.Durability;

import org.apache.flink.annotation.Internal;

/**
 * What the settings of a t-graph mean for one participant.
 *
 * @param mechanism isolates attempts from each other
 * @param kept which replaced versions transactions may still ask for
 * @param durability when a committed transaction becomes durable; with a log, not at once when
 *     {@link Participant#decideOnePhase} installs what it wrote
 */
@Internal
public record ParticipantRules<K, V>(
        Mechanism<K, V> mechanism, KeptVersions kept, Durability durability) {
    /** Which replaced versions are kept for transactions. */
    public enum KeptVersions {
        /** Each access sees the newest version. */
        NEWEST,
        /** An access may see the version below its timestamp. */
        ALL_IN_USE
    }

    /** Makes the place for what commits. */
    public InstalledVersions<K, V> versions(
            int coordinators, InstalledVersions.Installs<K, V> installs) {
        return new InstalledVersions<>(
                coordinators,
                kept,
                durability == Durability.LOG ? Shown.WHEN_LOGGED : Shown.WHEN_INSTALLED,
                installs);
    }

    /** Rules without a log that keep what any transaction may ask for. */
    public static <K, V> ParticipantRules<K, V> of(Mechanism<K, V> mechanism) {
        return new ParticipantRules<>(mechanism, KeptVersions.ALL_IN_USE, Durability.CHECKPOINT);
    }
}
