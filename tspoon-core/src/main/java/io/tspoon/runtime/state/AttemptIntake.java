/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Participant;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.state.access.FragmentProcessor;
import io.tspoon.runtime.state.access.WokenAccesses;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.DecisionRows;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.ParticipantToClose;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;

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
            WokenAccesses<I, K, V, O> woken,
            Runnable sender) {}

    private final Attempts<I, K, V, O> attempts;
    private final TypeSerializer<I> serializer;
    private final FragmentProcessor<I, K, V, O> processor;

    /**
     * @param processor lets fragments access their keys
     */
    AttemptIntake(
            Attempts<I, K, V, O> attempts,
            TypeSerializer<I> serializer,
            FragmentProcessor<I, K, V, O> processor) {
        this.attempts = attempts;
        this.serializer = serializer;
        this.processor = processor;
    }

    @Override
    public final void heard(CoordinatorToParticipant block) throws Exception {
        Participant<K, V> participant = attempts.participant();
        int coordinator = block.coordinator();
        participant.durable(coordinator, Math.max(block.low(), block.durableUpTo()));
        attempts.woken().goOn();
        applyDecisions(coordinator, block.decisions());
        attempts.sender().run(); // what the decisions woke goes out before this block's own rows
        if (block.late().size() > 0) {
            lateArrived(block.late());
        }
    }

    /**
     * Lets fragments access their keys at once, in whatever order others have to wait: their
     * attempts have held the keys since their turn.
     */
    private void lateArrived(FragmentRows fragments) throws Exception {
        DataInputDeserializer payload = fragments.readPayload();
        for (int row = 0; row < fragments.size(); row++) {
            processor.add(serializer.deserialize(payload), fragments, row);
        }
        fragments.checkConsumed();
        processor.process();
    }

    @Override
    public final long shownUpTo(CoordinatorToParticipant block) {
        return block.low();
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
