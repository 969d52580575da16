/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.access.Admittance;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.regime.OperatorTraits;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.SettlementWays;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Lets fragments access their keys, as {@code FragmentProcessor} does, and reports what they do.
 */
final class FragmentAccesses {
    private final SimulationParameters parameters;
    private final Application application;
    private final Journal journal;
    private final Fault fault;
    private final Participant<Integer, Value> participant;
    private final KeyStore store;
    private final AppliedDecisions decisions;
    private final ParticipantOutbox outbox;
    private final FragmentIntake intake;
    private final HeldRecords held;
    private final boolean mayRefuse;
    private final Consumer<List<Message.Fragment>> settlement;
    private final Consumer<FragmentAccess> resumption;
    private final Origins origins = new Origins();
    private final ArrayDeque<FragmentAccess> idleAccesses = new ArrayDeque<>();

    /** The last attempt here of which an element was rejected. */
    private long rejecting = Timestamps.NONE;

    /**
     * @param intake is told of accesses that wait
     * @param operator index of the operator
     */
    FragmentAccesses(
            Simulation simulation,
            Participant<Integer, Value> participant,
            KeyStore store,
            AppliedDecisions decisions,
            ParticipantOutbox outbox,
            FragmentIntake intake,
            int operator) {
        this.parameters = simulation.parameters();
        this.application = simulation.application();
        this.journal = simulation.journal();
        this.fault = simulation.fault();
        this.participant = participant;
        this.store = store;
        this.decisions = decisions;
        this.outbox = outbox;
        this.intake = intake;
        this.held =
                parameters.partitioned()
                        ? new HeldRecords.InPartitions(
                                store, participant, parameters.coordinators(), fault)
                        : new HeldRecords.PerKey(store);
        Graph graph = parameters.graph();
        boolean isReached =
                IntStream.range(0, graph.operators())
                        .anyMatch(other -> graph.reaches(other, operator));
        Regime regime = simulation.regime();
        this.mayRefuse = regime.sequencing().mayRefuse();
        OperatorTraits traits =
                new OperatorTraits(
                        false,
                        false,
                        graph.next(operator).length > 0
                                && fault != Fault.DECIDES_ALONE_BEFORE_CHILDREN,
                        isReached && fault != Fault.DECIDES_ALONE_OUT_OF_TIMESTAMP_ORDER,
                        false);
        this.settlement = regime.settlement(traits, new Ways());
        this.resumption = regime.settlement(traits, new Resumptions());
    }

    /** What may become of the fragments of one attempt. */
    private final class Ways implements SettlementWays<Consumer<List<Message.Fragment>>> {
        @Override
        public Consumer<List<Message.Fragment>> byVotes() {
            return FragmentAccesses.this::applyEach;
        }

        @Override
        public Consumer<List<Message.Fragment>> hereIfFree() {
            return here(FragmentAccesses.this::applyEach);
        }

        @Override
        public Consumer<List<Message.Fragment>> hereIfGranted() {
            return here(FragmentAccesses.this::applyTogether);
        }

        private Consumer<List<Message.Fragment>> here(Consumer<List<Message.Fragment>> ifTaken) {
            return fragments -> {
                if (voteLast(fragments)) {
                    applyWhole(fragments, ifTaken);
                } else {
                    applyEach(fragments);
                }
            };
        }
    }

    /** What may become of an access that had to wait. */
    private final class Resumptions implements SettlementWays<Consumer<FragmentAccess>> {
        @Override
        public Consumer<FragmentAccess> byVotes() {
            return access -> run(access, true);
        }

        @Override
        public Consumer<FragmentAccess> hereIfFree() {
            return byVotes();
        }

        @Override
        public Consumer<FragmentAccess> hereIfGranted() {
            return FragmentAccesses.this::decideWhenGranted;
        }
    }

    /** Lets fragments access their keys, those of one attempt together. */
    void eachAttempt(List<Message.Fragment> fragments) {
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
    void process(List<Message.Fragment> fragments) {
        settlement.accept(fragments);
    }

    private void applyEach(List<Message.Fragment> fragments) {
        for (Message.Fragment fragment : fragments) {
            FragmentAccess access = access(fragment);
            finish(access, submit(access));
        }
    }

    private boolean voteLast(List<Message.Fragment> fragments) {
        if (fragments.get(0).last()) {
            return true;
        }
        long weight =
                fragments.stream().mapToLong(Message.Fragment::weight).reduce(0, Weight::plus);
        return weight == Weight.WHOLE || fault == Fault.DECIDES_PART_ALONE;
    }

    /** Applies all fragments of an attempt, at once if their keys are free. */
    private void applyWhole(
            List<Message.Fragment> fragments, Consumer<List<Message.Fragment>> ifTaken) {
        List<FragmentAccess> alone = new ArrayList<>();
        for (Message.Fragment fragment : fragments) {
            FragmentAccess access = access(fragment);
            if (participant.grantOnePhase(access, record(access))) {
                alone.add(access);
            }
        }
        if (alone.size() == fragments.size()
                || !alone.isEmpty() && fault == Fault.DECIDES_ALONE_THOUGH_ONE_IS_TAKEN) {
            applyAlone(alone);
        } else {
            ifTaken.accept(fragments);
        }
    }

    private void applyAlone(List<FragmentAccess> accesses) {
        boolean commits = true;
        for (FragmentAccess access : accesses) {
            commits &= run(access, false);
            if (fault == Fault.RELEASES_BETWEEN_ACCESSES) {
                decisions.decideOnePhase(access, commits);
            }
        }
        noteDecision(accesses.get(0), commits);
        for (FragmentAccess access : accesses) {
            decisions.decideOnePhase(access, commits);
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
                decisions.decideOnePhase(fragments.get(0).attempt(), commits);
            }
        }
        noteDecision(accesses.get(0), commits);
        decisions.decideOnePhase(fragments.get(0).attempt(), commits);
    }

    private void noteDecision(FragmentAccess access, boolean commits) {
        if (commits) {
            journal.committed(access.timestamp());
        }
    }

    private FragmentAccess access(Message.Fragment fragment) {
        FragmentAccess access = idleAccesses.poll();
        if (access == null) {
            access = new FragmentAccess();
        }
        held.prepare(access, fragment);
        return access;
    }

    private Admittance submit(FragmentAccess access) {
        return participant.submit(access, record(access));
    }

    private KeyRecord<Integer, Value> record(FragmentAccess access) {
        return held.held(access);
    }

    private void finish(FragmentAccess access, Admittance admittance) {
        switch (admittance) {
            case GRANTED -> run(access, true);
            case REFUSED -> refuse(access);
            case WAITING -> intake.waits(access.timestamp());
        }
    }

    /**
     * Runs the user function.
     *
     * @param reportsHold whether the decision has to come back to this participant
     * @return whether the access votes for the commit
     */
    boolean run(FragmentAccess access, boolean reportsHold) {
        Message.Fragment fragment = access.fragment();
        Element element = fragment.element();
        Value read = element.action().mode() == AccessMode.WRITE ? null : held.read(access);
        if (read == null && element.action().mode() != AccessMode.WRITE) {
            noteDeleter(access);
        }
        Set<Long> seen = origins.of(access, read);
        boolean holds = reportsHold && access.isHeld() && fault != Fault.HIDES_HOLD;
        if (!journal.areCommitted(seen) && application.fails(element, access.timestamp())) {
            journal.failed(access.timestamp(), access.isSpeculative() && reportsHold);
            outbox.failed(access, holds);
            idleAccesses.add(access);
            return false;
        }
        if (fault == Fault.SKIPS_BEHIND_REJECTED && rejecting == access.timestamp()) {
            outbox.report(access, holds, fragment.weight(), Vote.COMMIT, null);
            idleAccesses.add(access);
            return true;
        }
        Effect effect = application.apply(element, read, access.timestamp());
        journal.applied(access.timestamp(), new Journal.Step(element, read, effect));
        if (effect.violates() && parameters.rejects() && fault != Fault.REJECTS_WHOLE_BATCH) {
            reject(access, holds);
            return true;
        }
        if (effect.violates()) {
            outbox.report(access, holds, fragment.weight(), Vote.ABORT, null);
        } else {
            Message.Update update = null;
            if (effect.writes()) {
                held.write(access, effect.written());
                origins.written(effect.written(), seen);
                store.written(access.timestamp(), element.location().key(), effect.written());
                update = new Message.Update(element.location(), effect.written());
            }
            held.committing(access);
            forward(access, holds, effect.children(), update, seen);
        }
        if (fault == Fault.INSTALLS_BEFORE_OUTCOME) {
            decisions.decideOnePhase(fragment.attempt(), true);
        }
        idleAccesses.add(access);
        return !effect.violates();
    }

    /** What the function has written before it was stopped is not held. */
    private void reject(FragmentAccess access, boolean holds) {
        Element element = access.fragment().element();
        Value written = new Value(access.timestamp(), element.id(), 0);
        rejecting = access.timestamp();
        held.write(access, written);
        if (fault == Fault.HOLDS_WHAT_IS_REJECTED) {
            held.committing(access);
        }
        outbox.rejected(
                access,
                holds,
                fault == Fault.REPORTS_WHAT_IS_REJECTED
                        ? new Message.Update(element.location(), written)
                        : null);
        idleAccesses.add(access);
    }

    private void noteDeleter(FragmentAccess access) {
        long deleter = held.of(access).installedTimestampUpTo(access.timestamp() - 1);
        if (deleter != Timestamps.NONE && !held.isOwn(access) && !access.isDependent()) {
            journal.foundDeleted(access.timestamp(), deleter);
        }
    }

    /** A report takes a share of the weight only if there is something to say. */
    private void forward(
            FragmentAccess access,
            boolean holds,
            List<Element> children,
            Message.@Nullable Update update,
            Set<Long> seen) {
        Message.Fragment fragment = access.fragment();
        boolean reports = holds || update != null || access.isDependent() || children.isEmpty();
        int own = reports ? 1 : 0;
        int shares = children.size() + own;
        if (reports) {
            long share = parameters.shares().share(fragment.weight(), shares, 0);
            outbox.report(access, holds, share, Vote.COMMIT, update);
        }
        boolean speculative = access.isSpeculative() && fault != Fault.FORGETS_SPECULATION;
        boolean last = passesOnLastVote(access, children);
        for (int i = 0; i < children.size(); i++) {
            Element child = children.get(i);
            long share = parameters.shares().share(fragment.weight(), shares, own + i);
            outbox.add(
                    parameters.participantOf(child.location()),
                    new Message.Fragment(
                            fragment.attempt(), child, share, last, speculative, seen));
        }
    }

    /** Whether whoever gets the only child is the last to vote. */
    private boolean passesOnLastVote(FragmentAccess access, List<Element> children) {
        boolean voted = !access.isSpeculative(); // nor dependent
        return (access.fragment().votesLast() || fault == Fault.PASSES_ON_LAST_VOTE_OF_PART)
                && (children.size() == 1 || fault == Fault.PASSES_ON_LAST_VOTE_TWICE)
                && (voted || fault == Fault.PASSES_ON_LAST_VOTE_THOUGH_DEPENDENT);
    }

    /** Goes on with an access that had to wait and is granted now. */
    void resume(FragmentAccess access) {
        resumption.accept(access);
    }

    private void decideWhenGranted(FragmentAccess access) {
        boolean last =
                access.fragment().votesLast() || fault == Fault.DECIDES_WHEN_GRANTED_THOUGH_PART;
        if (!last || access.isDependent() && fault != Fault.DECIDES_WHEN_GRANTED_THOUGH_DEPENDENT) {
            run(access, true);
            return;
        }
        Message.AttemptName attempt = access.fragment().attempt();
        long timestamp = access.timestamp();
        boolean commits = run(access, false);
        if (commits) {
            journal.committed(timestamp);
        }
        decisions.decideWhenGranted(attempt, commits);
    }

    /** The access came too late. */
    void refuse(FragmentAccess access) {
        if (!mayRefuse) {
            throw new AssertionError(
                    "access came too late in spite of entry order, timestamp="
                            + access.timestamp()
                            + ", conflict="
                            + access.conflict());
        }
        outbox.report(access, false, access.fragment().weight(), Vote.RETRY, null);
        idleAccesses.add(access);
    }
}
