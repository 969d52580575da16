/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Access;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.KeyRecord;
import io.tspoon.protocol.LowestValue;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.Weight;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** Drives one instance of a stateful operator. */
final class ParticipantNode implements Participant.Handler<Integer, Value> {
    private final int index;
    private final SimulationParameters parameters;
    private final Application application;
    private final Journal journal;
    private final Sabotage sabotage;
    private final SplittableRandom random;
    private final Participant<Integer, Value> participant;
    private final KeyStore store = new KeyStore();
    private final LowestValue stable;
    private final LowestValue priorities;
    private final ArrayDeque<FragmentAccess> idleAccesses = new ArrayDeque<>();
    private List<Channel<Message.Fragment>> toParticipants = List.of();
    private List<Channel<Message>> toCloses = List.of();
    private long highestSeen;

    ParticipantNode(int index, Simulation simulation, SplittableRandom random) {
        this.index = index;
        this.parameters = simulation.parameters();
        this.application = simulation.application();
        this.journal = simulation.journal();
        this.sabotage = simulation.sabotage();
        this.random = random;
        int coordinators = parameters.coordinators();
        this.participant = simulation.mechanism().create(coordinators, this);
        this.stable = new LowestValue(coordinators, 0);
        this.priorities = new LowestValue(coordinators, AdmissionWindow.NO_PRIORITY);
    }

    void connect(List<Channel<Message.Fragment>> participants, List<Channel<Message>> closes) {
        toParticipants = participants;
        toCloses = closes;
    }

    void receive(Message.Round round) {
        int coordinator = round.coordinator();
        stable.set(coordinator, round.lowTimestamp());
        for (Message.Decided decided : round.decisions()) {
            participant.decide(
                    coordinator,
                    decided.slot(),
                    decided.timestamp(),
                    sabotage.applied(decided.decision()),
                    stableTimestamp());
        }
        round.fragments().forEach(this::receive);
        if (!round.isEmpty()) {
            toCloses.get(coordinator)
                    .send(new Message.Acknowledgement(index, round.decisionBatch(), highestSeen));
        }
        if (priorities.set(coordinator, round.priority())) {
            for (Channel<Message> close : toCloses) {
                close.send(new Message.PriorityNotice(index, priorities.lowest(), highestSeen));
            }
        }
        if (random.nextInt(4) == 0) {
            store.evictIdle(stableTimestamp());
        }
    }

    void receive(Message.Fragment fragment) {
        journal.arrived(fragment.attempt());
        highestSeen = Math.max(highestSeen, fragment.attempt().timestamp());
        FragmentAccess access = idleAccesses.poll();
        if (access == null) {
            access = new FragmentAccess();
        }
        access.prepare(fragment);
        switch (participant.submit(access, store.record(fragment.element().location().key()))) {
            case GRANTED -> granted(access);
            case REFUSED -> refused(access);
            case WAITING -> {}
        }
    }

    @Override
    public void granted(Access<Integer, Value> granted) {
        FragmentAccess access = (FragmentAccess) granted;
        Message.Fragment fragment = access.fragment();
        Element element = fragment.element();
        Value read = element.action().mode() == AccessMode.WRITE ? null : access.read();
        Effect effect = application.apply(element, read, access.timestamp());
        journal.applied(access.timestamp(), new Journal.Step(element, read, effect));
        if (effect.violates()) {
            report(access, fragment.weight(), Vote.ABORT, null);
        } else {
            Message.Update update = null;
            if (effect.writes()) {
                access.write(effect.written());
                update = new Message.Update(element.location(), effect.written());
            }
            forward(access, effect.children(), update);
        }
        if (sabotage.installsAtOnce()) {
            participant.decide(
                    access.coordinator(),
                    access.slot(),
                    access.timestamp(),
                    Decision.COMMIT,
                    stableTimestamp());
        }
        idleAccesses.add(access);
    }

    private void forward(
            FragmentAccess access, List<Element> children, Message.@Nullable Update update) {
        Message.Fragment fragment = access.fragment();
        int shares = children.size() + 1;
        report(access, Weight.share(fragment.weight(), shares, 0), Vote.COMMIT, update);
        for (int i = 1; i < shares; i++) {
            Element child = children.get(i - 1);
            toParticipants
                    .get(parameters.participantOf(child.location()))
                    .send(
                            new Message.Fragment(
                                    fragment.attempt(),
                                    child,
                                    Weight.share(fragment.weight(), shares, i)));
        }
    }

    @Override
    public void refused(Access<Integer, Value> refused) {
        FragmentAccess access = (FragmentAccess) refused;
        report(access, access.fragment().weight(), Vote.RETRY, null);
        idleAccesses.add(access);
    }

    @Override
    public void installed(KeyRecord<Integer, Value> record) {
        store.installed(record);
    }

    private void report(
            FragmentAccess access, long weight, Vote vote, Message.@Nullable Update update) {
        int holder = access.isHeld() ? index : Message.Report.NOBODY;
        toCloses.get(access.coordinator())
                .send(
                        new Message.Report(
                                access.fragment().attempt(),
                                weight,
                                vote,
                                holder,
                                sourceOf(access),
                                update,
                                highestSeen));
    }

    /** Every report names it, though one would do. */
    private static Message.@Nullable AttemptName sourceOf(FragmentAccess access) {
        return access.isDependent()
                ? new Message.AttemptName(
                        access.coordinator(), access.sourceSlot(), access.sourceTimestamp())
                : null;
    }

    private long stableTimestamp() {
        return sabotage.stable(stable.lowest());
    }

    int held() {
        return participant.held();
    }

    /** The keys of which more than the value is needed even now. */
    List<Integer> busyKeys() {
        store.evictIdle(stableTimestamp());
        return store.busyKeys();
    }

    /** The installed values, once no key is busy. */
    Map<Integer, Value> values() {
        return store.values();
    }

    @Override
    public String toString() {
        return "participant " + index + ": held=" + held() + ", stable=" + stable.lowest();
    }

    /** An access that knows its fragment, to go on with it. */
    private static final class FragmentAccess extends Access<Integer, Value> {
        private Message.@Nullable Fragment fragment;

        void prepare(Message.Fragment next) {
            fragment = next;
            Message.AttemptName attempt = next.attempt();
            prepare(
                    attempt.coordinator(),
                    attempt.slot(),
                    attempt.timestamp(),
                    next.element().action().mode());
        }

        Message.Fragment fragment() {
            return Objects.requireNonNull(fragment);
        }
    }
}
