/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.commit.Weight;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** The exit of one simulated coordinator: judges, decides, and gives results. */
final class CloseNode implements Notices {
    /** A transaction that has no result yet. */
    private record Own(SimulatedTransaction transaction, GatheredVotes votes) {}

    private final int coordinator;
    private final ChainSimulation simulation;
    private final Judgement judgement;
    private final Wires.Wire<OpenNode.Feedback> feedback;
    private final Wires.Wire<Long> answers;
    private final TreeMap<Long, Own> own = new TreeMap<>();
    private final List<OpenNode.Notice> notices = new ArrayList<>();
    private final List<Long> decided = new ArrayList<>();
    private long toldHorizon;
    private int completed;

    CloseNode(
            int coordinator,
            ChainSimulation simulation,
            Wires.Wire<OpenNode.Feedback> feedback,
            Wires.Wire<Long> answers) {
        this.coordinator = coordinator;
        this.simulation = simulation;
        this.feedback = feedback;
        this.answers = answers;
        this.judgement =
                PlantedJudgements.judgement(
                        simulation.plant(), simulation.shape().participants(), this);
    }

    /** The coordinator has sent a transaction; one without accesses is over by that. */
    void sent(SimulatedTransaction transaction) {
        own.put(transaction.id, new Own(transaction, new GatheredVotes(transaction.id)));
        if (transaction.accesses.isEmpty()) {
            certain(transaction.id, Weight.WHOLE, false);
            send();
        }
    }

    void receive(ParticipantNode.Said said) {
        for (ParticipantNode.Row row : said.rows()) {
            hearNews(said.participant(), row);
        }
        for (ParticipantNode.Row row : said.rows()) {
            if (row.access() != null && row.coordinator() == coordinator) {
                hearReport(row);
            }
        }
        judgement.progress(said.participant(), said.judged(), said.settled());
        advance();
        send();
        if (said.joined() != ParticipantNode.NOBODY) {
            answers.send(said.joined());
        }
    }

    private void hearNews(int participant, ParticipantNode.Row row) {
        switch (row.kind()) {
            case OBJECTS ->
                    judgement.objection(
                            participant,
                            row.id(),
                            row.instances(),
                            row.coordinator() == coordinator ? 0 : -1);
            case WITHDRAWS -> judgement.withdrawal(participant, row.id());
            case APPLIED -> judgement.applied(participant, row.id(), row.flag());
            case CERTAIN, SETTLED -> {}
        }
    }

    private void hearReport(ParticipantNode.Row row) {
        SimulatedAccess access = Objects.requireNonNull(row.access());
        long share = shareOf(access);
        if (row.kind() == ParticipantNode.Kind.CERTAIN) {
            certain(row.id(), share, row.flag());
        } else {
            Own about = ownOf(row.id());
            about.votes().settled(share, row.flag());
            perhapsComplete(about);
        }
    }

    private static long shareOf(SimulatedAccess access) {
        List<SimulatedAccess> all = access.transaction.accesses;
        return Weight.share(Weight.WHOLE, all.size(), all.indexOf(access));
    }

    private void certain(long id, long share, boolean against) {
        Own about = ownOf(id);
        if (about.votes().certain(share, against)) {
            if (about.transaction().isConditional()) {
                judgement.decidedEarly(id, about.votes().isAborted(), true);
            }
            decided.add(id);
        }
        perhapsComplete(about);
    }

    private Own ownOf(long id) {
        Own found = own.get(id);
        if (found == null) {
            throw new AssertionError("report of what has its result, id=" + id);
        }
        return found;
    }

    private void advance() {
        long horizon = judgement.advance();
        if (horizon > toldHorizon) {
            for (Own passed : own.subMap(toldHorizon, false, horizon, true).values()) {
                passed.votes().passedByHorizon(false);
            }
        }
    }

    private void perhapsComplete(Own about) {
        if (about.votes().isComplete()) {
            own.remove(about.votes().id());
            completed++;
            simulation.journal().result(about.transaction(), about.votes().isAborted());
        }
    }

    private void send() {
        long horizon = judgement.horizon();
        if (horizon > toldHorizon || !notices.isEmpty() || !decided.isEmpty() || completed > 0) {
            toldHorizon = horizon;
            feedback.send(
                    new OpenNode.Feedback(
                            List.copyOf(notices), List.copyOf(decided), horizon, completed));
            notices.clear();
            decided.clear();
            completed = 0;
        }
    }

    @Override
    public void assume(int slot, long id, boolean abort) {
        notices.add(new OpenNode.Notice(id, abort));
    }

    @Override
    public void aborted(long id) {
        Own about = own.get(id);
        if (about != null) {
            about.votes().passedByHorizon(true);
        }
    }

    boolean isIdle() {
        return own.isEmpty() && judgement.remembered() == 0;
    }

    @Override
    public String toString() {
        return "close "
                + coordinator
                + ": horizon="
                + judgement.horizon()
                + ", remembered="
                + judgement.remembered()
                + ", own="
                + own.size()
                + (own.isEmpty() ? "" : " from " + own.firstEntry().getValue().transaction());
    }
}
