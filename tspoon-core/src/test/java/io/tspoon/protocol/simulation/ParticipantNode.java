/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Access;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Admittance;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.KeyRecord;
import io.tspoon.protocol.LowestValue;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.Weight;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Drives one instance of a stateful operator, as {@code StateOperator} does. */
final class ParticipantNode implements Participant.Handler<Integer, Value> {
    private final int index;
    private final SimulationParameters parameters;
    private final Application application;
    private final Journal journal;
    private final Fault fault;
    private final SplittableRandom random;
    private final Participant<Integer, Value> participant;
    private final KeyStore store;
    private final LowestValue stable;
    private final LowestValue priorities;
    private final Alignment barriers = new Alignment();
    private final ArrayDeque<FragmentAccess> idleAccesses = new ArrayDeque<>();
    private final @Nullable OrderedArrivals order;
    private final boolean sendsOn;

    private final ParticipantOutbox outbox;

    /** Decisions that a fault holds back. */
    private final List<Message.Round> undecided = new ArrayList<>();

    ParticipantNode(int index, Simulation simulation, SplittableRandom random) {
        this.index = index;
        this.parameters = simulation.parameters();
        this.application = simulation.application();
        this.journal = simulation.journal();
        this.fault = simulation.fault();
        this.random = random;
        this.store = new KeyStore(fault);
        int coordinators = parameters.coordinators();
        this.participant = simulation.mechanism().create(coordinators, this);
        this.stable = new LowestValue(coordinators, 0);
        this.priorities = new LowestValue(coordinators, AdmissionWindow.NO_PRIORITY);
        this.order = parameters.isOrdered() ? new OrderedArrivals(index, parameters, fault) : null;
        int operator = index / coordinators;
        this.sendsOn = parameters.graph().next(operator).length > 0;
        this.outbox = new ParticipantOutbox(index, parameters.participants(), fault);
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
        long pinned = fault == Fault.EVICTS_PINNED ? Long.MAX_VALUE : participant.pins().lowest();
        store.evictIdle(Math.min(stableTimestamp(), pinned));
    }

    // ------------------------------------------------------------------ queries

    long pin(long id) {
        if (fault != Fault.READS_UNPINNED) {
            participant.pins().pin(id, participant.applied());
        }
        return participant.applied();
    }

    void settle(long id, long snapshot) {
        boolean readable = participant.pins().settle(id, snapshot);
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
        participant.pins().unpin(id);
    }

    private void receive(Message.Round round) {
        int coordinator = round.coordinator();
        stable.set(coordinator, round.lowTimestamp());
        outbox.see(round.lowTimestamp());
        if (fault == Fault.ACKNOWLEDGES_BEFORE_INSTALL) {
            undecided.forEach(this::decide);
            undecided.clear();
            undecided.add(round);
        } else {
            decide(round);
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

    private void decide(Message.Round round) {
        for (Message.Decided decided : round.decisions()) {
            decide(round.coordinator(), decided.slot(), decided.timestamp(), decided.decision());
        }
    }

    private void decide(int coordinator, int slot, long timestamp, Decision decision) {
        Decision applied = applied(decision);
        participant.decide(coordinator, slot, timestamp, applied, stableTimestamp());
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

    private void process(List<Message.Fragment> fragments, Message message) {
        for (Message.Fragment fragment : fragments) {
            journal.arrived(fragment.attempt());
            outbox.see(fragment.attempt().timestamp());
        }
        if (order == null) {
            eachAttempt(fragments);
        } else {
            inOrder(message, order);
        }
        outbox.send();
    }

    private void inOrder(Message message, OrderedArrivals arrivals) {
        if (message instanceof Message.Round round) {
            arrivals.add(round, outbox.answer());
        } else if (message instanceof Message.Forward forward) {
            arrivals.add(forward);
        }
        arrivals.process(this::process);
        if (sendsOn) {
            outbox.promise(arrivals.promise());
        }
        for (int coordinator = 0; coordinator < outbox.coordinators(); coordinator++) {
            if (arrivals.mustAsk(coordinator)) {
                outbox.sendHeader(coordinator, priorities.lowest());
            }
        }
    }

    private void snapshot() {
        if (held() > 0 || order != null && !order.isIdle()) {
            throw new AssertionError("snapshot while something is in flight: " + this);
        }
        outbox.sendBarriers();
    }

    // ------------------------------------------------------------------ accesses

    private void eachAttempt(List<Message.Fragment> fragments) {
        int from = 0;
        for (int to = 1; to <= fragments.size(); to++) {
            if (to == fragments.size()
                    || !fragments.get(to).attempt().equals(fragments.get(from).attempt())) {
                process(fragments.subList(from, to));
                from = to;
            }
        }
    }

    /** Lets the fragments of one attempt access their keys; decides it if all of it is here. */
    private void process(List<Message.Fragment> fragments) {
        if (mayDecideAlone(fragments)) {
            applyWhole(fragments);
        } else {
            for (Message.Fragment fragment : fragments) {
                FragmentAccess access = access(fragment);
                finish(access, submit(access));
            }
        }
    }

    private boolean mayDecideAlone(List<Message.Fragment> fragments) {
        long weight = fragments.stream().mapToLong(Message.Fragment::weight).sum();
        boolean whole = weight == Weight.WHOLE || fault == Fault.DECIDES_PART_ALONE;
        return whole && (!sendsOn || fault == Fault.DECIDES_ALONE_BEFORE_CHILDREN);
    }

    /** Applies all fragments of an attempt, at once if their keys are free. */
    private void applyWhole(List<Message.Fragment> fragments) {
        List<FragmentAccess> alone = new ArrayList<>();
        for (Message.Fragment fragment : fragments) {
            FragmentAccess access = access(fragment);
            if (participant.grantAlone(access, record(access))) {
                alone.add(access);
            }
        }
        if (alone.size() == fragments.size()
                || !alone.isEmpty() && fault == Fault.DECIDES_ALONE_THOUGH_ONE_IS_TAKEN) {
            applyAlone(alone);
        } else {
            applyTogether(fragments);
        }
    }

    private void applyAlone(List<FragmentAccess> accesses) {
        boolean commits = true;
        for (FragmentAccess access : accesses) {
            commits &= run(access, false);
            if (fault == Fault.RELEASES_BETWEEN_ACCESSES) {
                decideAlone(access, commits);
            }
        }
        for (FragmentAccess access : accesses) {
            decideAlone(access, commits);
        }
    }

    private void decideAlone(FragmentAccess access, boolean commits) {
        Decision decision = applied(commits ? Decision.COMMIT : Decision.ABORT);
        participant.decideAlone(access, decision, stableTimestamp());
        if (fault == Fault.INSTALLS_OUT_OF_ORDER) {
            store.installAsDecided(access.timestamp(), decision == Decision.COMMIT);
        }
    }

    private void applyTogether(List<Message.Fragment> fragments) {
        List<FragmentAccess> accesses = fragments.stream().map(this::access).toList();
        List<Admittance> admittances = accesses.stream().map(this::submit).toList();
        boolean dependent = accesses.stream().anyMatch(FragmentAccess::isDependent);
        boolean granted =
                admittances.stream().allMatch(a -> a == Admittance.GRANTED)
                        && (!dependent || fault == Fault.DECIDES_ALONE_THOUGH_DEPENDENT);
        boolean waitsOnly = admittances.stream().noneMatch(a -> a == Admittance.REFUSED);
        if (!granted && !(fault == Fault.DECIDES_ALONE_WHILE_WAITING && waitsOnly)) {
            for (int i = 0; i < accesses.size(); i++) {
                finish(accesses.get(i), admittances.get(i));
            }
            return;
        }
        boolean commits = true;
        for (int i = 0; i < accesses.size(); i++) {
            if (admittances.get(i) == Admittance.GRANTED) {
                commits &= run(accesses.get(i), false);
            }
            if (fault == Fault.RELEASES_BETWEEN_ACCESSES) {
                decideAlone(fragments.get(0).attempt(), commits);
            }
        }
        decideAlone(fragments.get(0).attempt(), commits);
    }

    private void decideAlone(Message.AttemptName attempt, boolean commits) {
        decide(
                attempt.coordinator(),
                attempt.slot(),
                attempt.timestamp(),
                commits ? Decision.COMMIT : Decision.ABORT);
    }

    private FragmentAccess access(Message.Fragment fragment) {
        FragmentAccess access = idleAccesses.poll();
        if (access == null) {
            access = new FragmentAccess();
        }
        access.prepare(fragment);
        return access;
    }

    private Admittance submit(FragmentAccess access) {
        return participant.submit(access, record(access));
    }

    private KeyRecord<Integer, Value> record(FragmentAccess access) {
        return store.record(access.fragment().element().location().key());
    }

    private void finish(FragmentAccess access, Admittance admittance) {
        switch (admittance) {
            case GRANTED -> run(access, true);
            case REFUSED -> refuse(access);
            case WAITING -> {
                if (order != null) {
                    order.waits(access.timestamp());
                }
            }
        }
    }

    @Override
    public void granted(Access<Integer, Value> access) {
        if (order != null) {
            order.waitsNoMore(access.timestamp());
        }
        run((FragmentAccess) access, true);
    }

    @Override
    public void refused(Access<Integer, Value> access) {
        refuse((FragmentAccess) access);
    }

    @Override
    public void installed(KeyRecord<Integer, Value> record) {
        store.installed(record);
    }

    /**
     * Runs the user function.
     *
     * @param reportsHold whether the decision has to come back to this participant
     * @return whether the access votes for the commit
     */
    private boolean run(FragmentAccess access, boolean reportsHold) {
        Message.Fragment fragment = access.fragment();
        Element element = fragment.element();
        Value read = element.action().mode() == AccessMode.WRITE ? null : access.read();
        Effect effect = application.apply(element, read, access.timestamp());
        journal.applied(access.timestamp(), new Journal.Step(element, read, effect));
        boolean holds = reportsHold && access.isHeld() && fault != Fault.HIDES_HOLD;
        if (effect.violates()) {
            outbox.report(access, holds, fragment.weight(), Vote.ABORT, null);
        } else {
            Message.Update update = null;
            if (effect.writes()) {
                access.write(effect.written());
                store.written(access.timestamp(), element.location().key(), effect.written());
                update = new Message.Update(element.location(), effect.written());
            }
            forward(access, holds, effect.children(), update);
        }
        if (fault == Fault.INSTALLS_BEFORE_OUTCOME) {
            decideAlone(fragment.attempt(), true);
        }
        idleAccesses.add(access);
        return !effect.violates();
    }

    /** A report takes a share of the weight only if there is something to say. */
    private void forward(
            FragmentAccess access,
            boolean holds,
            List<Element> children,
            Message.@Nullable Update update) {
        Message.Fragment fragment = access.fragment();
        boolean reports = holds || update != null || access.isDependent() || children.isEmpty();
        int own = reports ? 1 : 0;
        int shares = children.size() + own;
        if (reports) {
            long share = Weight.share(fragment.weight(), shares, 0);
            outbox.report(access, holds, share, Vote.COMMIT, update);
        }
        for (int i = 0; i < children.size(); i++) {
            Element child = children.get(i);
            long share = Weight.share(fragment.weight(), shares, own + i);
            outbox.add(
                    parameters.participantOf(child.location()),
                    new Message.Fragment(fragment.attempt(), child, share));
        }
    }

    private void refuse(FragmentAccess access) {
        if (order != null) {
            throw new AssertionError(
                    "access came too late in spite of entry order, timestamp="
                            + access.timestamp()
                            + ", conflict="
                            + access.conflict());
        }
        outbox.report(access, false, access.fragment().weight(), Vote.RETRY, null);
        idleAccesses.add(access);
    }

    private long stableTimestamp() {
        return fault == Fault.STABLE_AHEAD_OF_DECISIONS ? Long.MAX_VALUE : stable.lowest();
    }

    int held() {
        return participant.held();
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
                + ", stable="
                + stable.lowest()
                + ", "
                + barriers
                + (order == null ? "" : ", " + order);
    }
}
