/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import java.util.ArrayList;
import java.util.List;

/** A simulated transaction: its accesses, which are known at entry, and its result. */
final class SimulatedTransaction {
    final int coordinator;
    final int number;
    final List<SimulatedAccess> accesses = new ArrayList<>();

    /** Given when it is sent. */
    long id;

    int results;
    boolean aborted;

    SimulatedTransaction(int coordinator, int number) {
        this.coordinator = coordinator;
        this.number = number;
    }

    int instances() {
        return (int) accesses.stream().mapToInt(access -> access.participant).distinct().count();
    }

    /** Whether it has parts at several participants, one of which may fail. */
    boolean isConditional() {
        return instances() > 1 && accesses.stream().anyMatch(access -> access.mayFail);
    }

    @Override
    public String toString() {
        return "transaction "
                + id
                + " ("
                + coordinator
                + ":"
                + number
                + (isConditional() ? ", conditional" : "")
                + (results == 0 ? ", no result" : aborted ? ", aborted" : ", committed")
                + ") "
                + accesses;
    }
}
