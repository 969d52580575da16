/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.order.LowestValue;

/** Applies decisions at one participant: those that arrive, and those that are made there. */
final class AppliedDecisions {
    private final Participant<Integer, Value> participant;
    private final KeyStore store;
    private final LowestValue stable;
    private final Fault fault;
    private final Runnable woken;

    /**
     * @param woken goes on with the accesses that a decision has woken
     */
    AppliedDecisions(
            Participant<Integer, Value> participant,
            KeyStore store,
            LowestValue stable,
            Fault fault,
            Runnable woken) {
        this.participant = participant;
        this.store = store;
        this.stable = stable;
        this.fault = fault;
        this.woken = woken;
    }

    /** Tells the participant what is stable. */
    void noteStable() {
        participant.versions().stable(stableTimestamp());
    }

    void decide(Message.Round round) {
        for (Message.Decided decided : round.decisions()) {
            decide(round.coordinator(), decided.slot(), decided.timestamp(), decided.decision());
        }
    }

    private void decide(int coordinator, int slot, long timestamp, Decision decision) {
        Decision applied = applied(decision);
        participant.decide(coordinator, slot, timestamp, applied);
        woken.run();
        if (fault == Fault.INSTALLS_OUT_OF_ORDER) {
            store.installAsDecided(timestamp, applied == Decision.COMMIT);
        }
    }

    /** What becomes of a decision here. */
    private Decision applied(Decision decision) {
        if (fault == Fault.LOSES_INSTALL) {
            return Decision.ABORT;
        }
        boolean commitsNevertheless =
                fault == Fault.INSTALLS_ABORTED && decision == Decision.ABORT
                        || fault == Fault.INSTALLS_RETRIED && decision == Decision.RETRY;
        return commitsNevertheless ? Decision.COMMIT : decision;
    }

    /** The participant decides an attempt that holds its keys. */
    void decideOnePhase(Message.AttemptName attempt, boolean commits) {
        decide(
                attempt.coordinator(),
                attempt.slot(),
                attempt.timestamp(),
                commits ? Decision.COMMIT : Decision.ABORT);
    }

    /** The participant decides an attempt when its access is granted, which may wake others. */
    void decideWhenGranted(Message.AttemptName attempt, boolean commits) {
        Decision decision = applied(commits ? Decision.COMMIT : Decision.ABORT);
        participant.decide(attempt.coordinator(), attempt.slot(), attempt.timestamp(), decision);
        if (fault == Fault.INSTALLS_OUT_OF_ORDER) {
            store.installAsDecided(attempt.timestamp(), decision == Decision.COMMIT);
        }
    }

    /** The participant decides an attempt that was granted alone, at one of its accesses. */
    void decideOnePhase(FragmentAccess access, boolean commits) {
        Decision decision = applied(commits ? Decision.COMMIT : Decision.ABORT);
        participant.decideOnePhase(access, decision);
        if (fault == Fault.INSTALLS_OUT_OF_ORDER) {
            store.installAsDecided(access.timestamp(), decision == Decision.COMMIT);
        }
    }

    /** No transaction will read below this timestamp. */
    long stableTimestamp() {
        return fault == Fault.STABLE_AHEAD_OF_DECISIONS ? Long.MAX_VALUE : stable.lowest();
    }
}
