/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Participant;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.state.access.WokenAccesses;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.DecisionRows;
import io.tspoon.runtime.transport.ParticipantToClose;

/** Takes the fragments of attempts, and applies what coordinators decide. */
abstract class AttemptIntake<I, K, V, O> implements Intake {
    /**
     * What executes attempts.
     *
     * @param participant grants accesses
     * @param runner runs granted accesses
     * @param woken goes on with accesses that had to wait
     * @param sender sends what the runner has written
     */
    record Attempts<I, K, V, O>(
            Participant<K, V> participant,
            AccessRunner<I, K, V, O> runner,
            WokenAccesses<K, V> woken,
            Runnable sender) {}

    private final Attempts<I, K, V, O> attempts;

    AttemptIntake(Attempts<I, K, V, O> attempts) {
        this.attempts = attempts;
    }

    @Override
    public final void heard(CoordinatorToParticipant block) {
        Participant<K, V> participant = attempts.participant();
        int coordinator = block.coordinator();
        participant.durable(coordinator, Math.max(block.low(), block.durableUpTo()));
        attempts.woken().goOn();
        applyDecisions(coordinator, block.decisions());
        attempts.sender().run(); // what the decisions woke goes out before this block's own rows
    }

    private void applyDecisions(int coordinator, DecisionRows decisions) {
        Participant<K, V> participant = attempts.participant();
        int count = decisions.size();
        int[] slots = new int[count];
        for (int i = 0; i < count; i++) {
            slots[i] = decisions.slot(i);
        }
        participant.prefetch(coordinator, slots, count);
        for (int i = 0; i < count; i++) {
            participant.decide(
                    coordinator,
                    slots[i],
                    decisions.timestamp(i),
                    Decision.of(decisions.decision(i)));
            attempts.woken().goOn();
        }
    }

    /** Coordinators hear of attempts in their fragments only. */
    @Override
    public final boolean tells(ParticipantToClose block, int coordinator) {
        return false;
    }

    @Override
    public final void sent() {}

    @Override
    public final int held() {
        return attempts.participant().held();
    }

    @Override
    public final int waiting() {
        return attempts.participant().waiting();
    }

    @Override
    public final void close() throws Exception {
        attempts.runner().close();
    }
}
