/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.protocol.order.LowestValue;
import io.tspoon.protocol.regime.Sequencing;
import io.tspoon.transaction.Durability;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Drives one instance of a stateful operator, as {@code StateOperator} does. */
final class ParticipantNode {
    private final int index;
    private final Journal journal;
    private final Fault fault;
    private final SplittableRandom random;
    private final Participant<Integer, Value> participant;
    private final KeyStore store;
    private final LowestValue stable;
    private final LowestValue priorities;
    private final Alignment barriers = new Alignment();
    private final FragmentIntake intake;
    private final boolean sendsOn;
    private final ParticipantOutbox outbox;
    private final AppliedDecisions decisions;
    private final FragmentAccesses accesses;

    /** Decisions that a fault holds back. */
    private final List<Message.Round> undecided = new ArrayList<>();

    ParticipantNode(int index, Simulation simulation, SplittableRandom random) {
        this.index = index;
        SimulationParameters parameters = simulation.parameters();
        this.journal = simulation.journal();
        this.fault = simulation.fault();
        this.random = random;
        this.store = new KeyStore(fault);
        int coordinators = parameters.coordinators();
        Durability durability = simulation.regime().durability();
        this.participant =
                new Participant<>(
                        coordinators,
                        new ParticipantRules<>(
                                simulation.mechanism().create(),
                                ParticipantRules.KeptVersions.ALL_IN_USE,
                                fault == Fault.SHOWS_EARLY_VERSIONS
                                        ? Durability.CHECKPOINT
                                        : durability),
                        store::installed);
        this.stable = new LowestValue(coordinators, 0);
        this.priorities = new LowestValue(coordinators, AdmissionWindow.NO_PRIORITY);
        this.intake = intake(simulation);
        int operator = index / coordinators;
        this.sendsOn = parameters.graph().next(operator).length > 0;
        this.outbox = new ParticipantOutbox(index, parameters.participants(), fault);
        this.decisions = new AppliedDecisions(participant, store, stable, fault, this::goOn);
        this.accesses =
                new FragmentAccesses(
                        simulation, participant, store, decisions, outbox, intake, operator);
        decisions.noteStable();
    }

    private FragmentIntake intake(Simulation simulation) {
        SimulationParameters parameters = simulation.parameters();
        int senders = parameters.coordinators() + parameters.participants();
        return simulation
                .regime()
                .sequencing()
                .intake(
                        senders,
                        new Sequencing.Ways<FragmentIntake>() {
                            @Override
                            public FragmentIntake asItComes() {
                                return new FragmentIntake.AtOnce();
                            }

                            @Override
                            public FragmentIntake merged(Arrivals arrivals) {
                                return new OrderedArrivals(index, parameters, fault, arrivals);
                            }
                        });
    }

    ParticipantOutbox outbox() {
        return outbox;
    }

    /** Aligns the barriers of the open operators and of the participants before this one. */
    Alignment barriers() {
        return barriers;
    }

    // ------------------------------------------------------------------ messages

    void receive(Message message) {
        if (message instanceof Message.Barrier barrier) {
            if (barriers.arrived(barrier.input())) {
                snapshot();
            }
        } else if (message instanceof Message.Round round) {
            receive(round);
        } else if (message instanceof Message.Forward forward) {
            process(forward.fragments(), forward);
        } else {
            throw new IllegalArgumentException("Cannot receive message: " + message);
        }
        if (random.nextInt(4) == 0) {
            evictIdle();
        }
    }

    private void evictIdle() {
        long pinned =
                fault == Fault.EVICTS_PINNED
                        ? Long.MAX_VALUE
                        : participant.versions().pins().lowest();
        store.evictIdle(Math.min(decisions.stableTimestamp(), pinned));
    }

    // ------------------------------------------------------------------ queries

    long pin(long id) {
        if (fault != Fault.READS_UNPINNED) {
            participant.versions().pins().pin(id, participant.versions().applied());
        }
        return participant.versions().applied();
    }

    void settle(long id, long snapshot) {
        boolean readable = participant.versions().pins().settle(id, snapshot);
        if (!readable && fault == Fault.NONE) {
            throw new AssertionError("snapshot cannot be settled, snapshot=" + snapshot);
        }
    }

    /** The values as of a snapshot; null if not everything up to there is applied yet. */
    @Nullable Map<Integer, Value> read(long snapshot) {
        if (stable.lowest() < snapshot && fault != Fault.READS_AHEAD_OF_STABLE) {
            return null;
        }
        return store.valuesAt(snapshot);
    }

    void unpin(long id) {
        participant.versions().pins().unpin(id);
    }

    private void receive(Message.Round round) {
        int coordinator = round.coordinator();
        stable.set(coordinator, round.lowTimestamp());
        decisions.noteStable();
        participant.durable(coordinator, Math.max(round.lowTimestamp(), round.durable()));
        goOn();
        outbox.see(round.lowTimestamp());
        if (fault == Fault.ACKNOWLEDGES_BEFORE_INSTALL) {
            undecided.forEach(decisions::decide);
            undecided.clear();
            undecided.add(round);
        } else {
            decisions.decide(round);
        }
        process(round.fragments(), round);
        if (!round.isEmpty()) {
            outbox.acknowledge(round);
        }
        if (priorities.set(coordinator, round.priority())) {
            for (int i = 0; i < outbox.coordinators(); i++) {
                outbox.sendHeader(i, priorities.lowest());
            }
        }
    }

    private void process(List<Message.Fragment> fragments, Message message) {
        for (Message.Fragment fragment : fragments) {
            journal.arrived(fragment.attempt());
            outbox.see(fragment.attempt().timestamp());
        }
        if (message instanceof Message.Round round) {
            intake.add(round, outbox.answer());
        } else if (message instanceof Message.Forward forward) {
            intake.add(forward);
        }
        intake.process(accesses);
        if (sendsOn) {
            outbox.promise(intake.promise());
        }
        for (int coordinator = 0; coordinator < outbox.coordinators(); coordinator++) {
            if (intake.mustAsk(coordinator)) {
                outbox.sendHeader(coordinator, priorities.lowest());
            }
        }
        outbox.send();
    }

    private void snapshot() {
        if (held() > 0 || !intake.isIdle() || !participant.versions().isAllDurable()) {
            throw new AssertionError("snapshot while something is in flight: " + this);
        }
        outbox.sendBarriers();
    }

    // ------------------------------------------------------------------ accesses that waited

    private void goOn() {
        Access<Integer, Value> woken = participant.nextWoken();
        while (woken != null) {
            FragmentAccess access = (FragmentAccess) woken;
            if (access.isRefused()) {
                accesses.refuse(access);
            } else {
                intake.waitsNoMore(access.timestamp());
                accesses.resume(access);
            }
            woken = participant.nextWoken();
        }
    }

    int held() {
        return participant.held();
    }

    int waiting() {
        return participant.waiting();
    }

    /** The keys of which more than the value is needed even now. */
    List<Integer> busyKeys() {
        evictIdle();
        return store.busyKeys();
    }

    /** The installed values, once no key is busy. */
    Map<Integer, Value> values() {
        return store.values();
    }

    Map<Integer, Set<Long>> installOrders() {
        return store.installOrders();
    }

    @Override
    public String toString() {
        return "participant "
                + index
                + ": held="
                + held()
                + ", waiting="
                + waiting()
                + ", stable="
                + stable.lowest()
                + ", "
                + barriers
                + ", "
                + intake;
    }
}
