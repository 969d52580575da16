/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.Speculation;
import io.tspoon.protocol.TimestampOrderingParticipant;

import java.util.function.Supplier;

/** Creates the participants under test. */
@FunctionalInterface
interface Mechanism {
    /** Locks that let an access see tentative values of its own coordinator. */
    Mechanism SPECULATING_LOCKS = locks(Speculation::whileItPays);

    /** Timestamps that let an access see tentative versions of its own coordinator. */
    Mechanism SPECULATING_TIMESTAMPS = timestamps(Speculation::whileItPays);

    /** As {@link #SPECULATING_LOCKS}, with so many pauses that a short run has several. */
    Mechanism PAUSING_LOCKS = locks(Mechanism::pausing);

    /** As {@link #SPECULATING_TIMESTAMPS}, with so many pauses that a short run has several. */
    Mechanism PAUSING_TIMESTAMPS = timestamps(Mechanism::pausing);

    Participant<Integer, Value> create(
            int coordinators, Participant.Handler<Integer, Value> handler);

    private static Mechanism locks(Supplier<Speculation> speculation) {
        return (coordinators, handler) ->
                new LockingParticipant<>(coordinators, speculation.get(), handler);
    }

    private static Mechanism timestamps(Supplier<Speculation> speculation) {
        return (coordinators, handler) ->
                new TimestampOrderingParticipant<>(coordinators, speculation.get(), handler);
    }

    /** A pause of four commits after two versions that were seen and dropped. */
    private static Speculation pausing() {
        return Speculation.whileItPays(2, 4);
    }
}
