/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

import java.util.Arrays;

/** Up to where the transactions of each coordinator are decided for good, as it has said. */
final class FinalIds {
    private final long[] finals;

    /**
     * @param coordinators number of coordinators of the t-graph
     */
    FinalIds(int coordinators) {
        finals = new long[coordinators];
        Arrays.fill(finals, Timestamps.NONE);
    }

    /**
     * All transactions of the coordinator up to this id are decided for good; {@link
     * DeterministicParticipant#LEFT} if it has left.
     *
     * @param settled what follows from earlier calls, and cannot be taken back
     */
    void upTo(int coordinator, long id, long settled) {
        long before = finals[coordinator];
        if (id < settled || (id < before && before != DeterministicParticipant.LEFT)) {
            throw new ProtocolException(
                    "[TSP-2519] Cannot take back what is final: coordinator="
                            + coordinator
                            + ", finalUpTo="
                            + id
                            + ", before="
                            + before
                            + ", settled="
                            + settled);
        }
        finals[coordinator] = id;
    }

    /** The lowest of these, but not above a bound. */
    long lowest(long bound) {
        long lowest = bound;
        for (long ofCoordinator : finals) {
            lowest = Math.min(lowest, ofCoordinator);
        }
        return lowest;
    }
}
