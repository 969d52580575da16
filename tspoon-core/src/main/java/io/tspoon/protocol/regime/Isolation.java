/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.Mechanism;
import io.tspoon.protocol.access.ParticipantRules.KeptVersions;

import org.apache.flink.annotation.Internal;

/** How transactions are isolated from each other at the participants. */
@Internal
public interface Isolation {
    /** Makes the mechanism of one participant. */
    <K, V> Mechanism<K, V> mechanism(OperatorTraits operator);

    /** Which replaced versions its transactions may ask for. */
    KeptVersions versions(OperatorTraits operator);
}
