/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.Speculation;
import io.tspoon.protocol.TimestampOrderingParticipant;

/** Creates the participants under test. */
@FunctionalInterface
interface Mechanism {
    /** So few that a short run pauses and goes on several times. */
    int DROPS = 2;

    /** Commits. */
    int PAUSE = 4;

    /** Locks that let an access see tentative values of its own coordinator. */
    Mechanism SPECULATING_LOCKS =
            (coordinators, handler) ->
                    new LockingParticipant<>(coordinators, Speculation.whileItPays(), handler);

    /** Timestamps that let an access see tentative versions of its own coordinator. */
    Mechanism SPECULATING_TIMESTAMPS =
            (coordinators, handler) ->
                    new TimestampOrderingParticipant<>(
                            coordinators, Speculation.whileItPays(), handler);

    /** As {@link #SPECULATING_LOCKS}, with a pause after every other version that is dropped. */
    Mechanism PAUSING_LOCKS =
            (coordinators, handler) ->
                    new LockingParticipant<>(
                            coordinators, Speculation.whileItPays(DROPS, PAUSE), handler);

    /** As {@link #SPECULATING_TIMESTAMPS}, with a pause after every other dropped version. */
    Mechanism PAUSING_TIMESTAMPS =
            (coordinators, handler) ->
                    new TimestampOrderingParticipant<>(
                            coordinators, Speculation.whileItPays(DROPS, PAUSE), handler);

    Participant<Integer, Value> create(
            int coordinators, Participant.Handler<Integer, Value> handler);
}
