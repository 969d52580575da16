/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.TimestampOrderingParticipant;

/** Creates the participants under test. */
@FunctionalInterface
interface Mechanism {
    /** Locks that let an access see tentative values of its own coordinator. */
    Mechanism SPECULATING_LOCKS =
            (coordinators, handler) -> new LockingParticipant<>(coordinators, true, handler);

    /** Timestamps that let an access see tentative versions of its own coordinator. */
    Mechanism SPECULATING_TIMESTAMPS =
            (coordinators, handler) ->
                    new TimestampOrderingParticipant<>(coordinators, true, handler);

    Participant<Integer, Value> create(
            int coordinators, Participant.Handler<Integer, Value> handler);
}
