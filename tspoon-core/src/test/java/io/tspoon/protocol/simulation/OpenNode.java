/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.HybridClock;
import io.tspoon.protocol.LowestValue;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.Transaction;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.Weight;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Drives one coordinator's side at the open operator. */
final class OpenNode {
    private static final int HEARTBEAT_PERCENT = 5;

    private final int index;
    private final SimulationParameters parameters;
    private final Application application;
    private final Journal journal;
    private final HybridClock clock;
    private final AdmissionWindow<Input> window;
    private final LowestValue priorities;
    private final ArrayDeque<Input> inputs = new ArrayDeque<>();
    private final List<Transaction<Input>> round = new ArrayList<>();
    private final List<List<Message.Decided>> decisions = new ArrayList<>();
    private final List<List<Message.Fragment>> fragments = new ArrayList<>();
    private List<Channel<Message.Round>> toParticipants = List.of();
    private List<Channel<Message>> toClose = List.of();
    private long decisionBatch;

    OpenNode(int index, Simulation simulation, WallClock wallClock) {
        this.index = index;
        this.parameters = simulation.parameters();
        this.application = simulation.application();
        this.journal = simulation.journal();
        this.clock = new HybridClock(index, wallClock);
        this.window = new AdmissionWindow<>(parameters.window());
        this.priorities = new LowestValue(parameters.participants(), AdmissionWindow.NO_PRIORITY);
        for (int i = 0; i < parameters.transactions(); i++) {
            inputs.add(new Input(index, i));
        }
        for (int i = 0; i < parameters.participants(); i++) {
            decisions.add(new ArrayList<>());
            fragments.add(new ArrayList<>());
        }
    }

    void connect(List<Channel<Message.Round>> participants, Channel<Message> close) {
        toParticipants = participants;
        toClose = List.of(close);
    }

    int slots() {
        return window.slots();
    }

    /** Whether every input has its result. */
    boolean isDone() {
        return inputs.isEmpty() && window.inFlight() == 0;
    }

    /** Gathers, flushes or sends a heartbeat. */
    void act(SplittableRandom random) {
        int choice = random.nextInt(100);
        if (choice < HEARTBEAT_PERCENT) {
            flush(true);
        } else if (choice < 40) {
            flush(false);
        } else {
            gather(random.nextBoolean());
        }
    }

    private void gather(boolean retryFirst) {
        long priority = priorities.lowest();
        if (retryFirst || !window.mayAdmit(priority)) {
            begin(window.pollRetry(priority));
        } else if (!inputs.isEmpty()) {
            begin(window.admit(inputs.remove(), "", 0));
        }
    }

    private void begin(@Nullable Transaction<Input> transaction) {
        if (transaction != null) {
            window.begin(transaction);
            round.add(transaction);
        }
    }

    /** Sends the round; a heartbeat goes to every participant, even if it is empty. */
    void flush(boolean heartbeat) {
        if (!round.isEmpty()) {
            stampRound();
        } else if (heartbeat) {
            clock.next();
        }
        long low = window.lowTimestamp(clock.highest());
        journal.promised(index, low);
        for (int i = 0; i < toParticipants.size(); i++) {
            Message.Round message =
                    new Message.Round(
                            index,
                            List.copyOf(decisions.get(i)),
                            List.copyOf(fragments.get(i)),
                            decisionBatch,
                            low,
                            window.priority());
            if (heartbeat || !message.isEmpty()) {
                toParticipants.get(i).send(message);
            }
            decisions.get(i).clear();
            fragments.get(i).clear();
        }
    }

    private void stampRound() {
        long timestamp = clock.nextRange(round.size());
        for (Transaction<Input> transaction : round) {
            window.stamp(transaction.slot(), timestamp);
            journal.begun(transaction.element(), timestamp, transaction.attempts());
            send(
                    new Message.AttemptName(index, transaction.slot(), timestamp),
                    application.firstElements(transaction.element()));
            timestamp += Timestamps.STEP;
        }
        round.clear();
    }

    private void send(Message.AttemptName attempt, List<Element> elements) {
        if (elements.isEmpty()) {
            toClose.get(0)
                    .send(
                            new Message.Report(
                                    attempt,
                                    Weight.WHOLE,
                                    Vote.COMMIT,
                                    Message.Report.NOBODY,
                                    null,
                                    null,
                                    attempt.timestamp()));
        }
        for (int i = 0; i < elements.size(); i++) {
            Element element = elements.get(i);
            fragments
                    .get(parameters.participantOf(element.location()))
                    .add(
                            new Message.Fragment(
                                    attempt,
                                    element,
                                    Weight.share(Weight.WHOLE, elements.size(), i)));
        }
    }

    void receive(Message.Feedback feedback) {
        clock.observe(feedback.highestSeen());
        for (Message.PriorityNotice notice : feedback.notices()) {
            priorities.set(notice.participant(), notice.priority());
        }
        if (feedback.decisions() != null) {
            relay(feedback.decisions());
        }
        feedback.releasedSlots().forEach(window::release);
    }

    private void relay(DecisionBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            Decision decision = batch.decision(i);
            window.decided(batch.slot(i), batch.timestamp(i), decision);
            Message.Decided decided =
                    new Message.Decided(batch.slot(i), batch.timestamp(i), decision);
            int participant = batch.nextParticipant(i, 0);
            while (participant >= 0) {
                decisions.get(participant).add(decided);
                participant = batch.nextParticipant(i, participant + 1);
            }
        }
        decisionBatch = batch.number();
    }

    /** Learns of the highest timestamp anywhere, as a last feedback would tell. */
    void observe(long timestamp) {
        clock.observe(timestamp);
    }

    long highest() {
        return clock.highest();
    }

    @Override
    public String toString() {
        return "open "
                + index
                + ": inputs="
                + inputs.size()
                + ", inFlight="
                + window.inFlight()
                + ", round="
                + round.size()
                + ", priority="
                + window.priority()
                + ", lowestPriority="
                + priorities.lowest()
                + ", oldestUndecided="
                + (window.oldestUndecided() == null
                        ? "none"
                        : String.valueOf(window.oldestUndecided().element()));
    }
}
