/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.ParticipantRules.KeptVersions;

import org.apache.flink.annotation.Internal;

/** How transactions are kept from disturbing each other. */
@Internal
public interface Isolation {
    /** Chooses the way in which transactions are executed. */
    <T> T execution(ExecutionWays<T> ways);

    /** Which replaced versions the transactions of a participant may ask for. */
    KeptVersions versions(OperatorTraits operator);
}
