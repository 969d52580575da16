/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.AdmissionWindow.Inside;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.protocol.order.LowestValue;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Drives one coordinator's side at the open operator, as {@code OpenOperator} and {@code
 * RoundSender} do.
 */
final class OpenNode {
    private static final int HEARTBEAT_PERCENT = 5;

    /** How often a coordinator that a barrier has reached notices it. */
    private static final int BARRIER_PERCENT = 20;

    private final int index;
    private final SimulationParameters parameters;
    private final Application application;
    private final Journal journal;
    private final Fault fault;
    private final HybridClock clock;
    private final AdmissionWindow<Input> window;
    private final LowestValue priorities;
    private final Arrivals arrivals;
    private final List<Begun> round = new ArrayList<>();
    private final List<List<Message.Decided>> decisions = new ArrayList<>();
    private final List<List<Message.Fragment>> fragments = new ArrayList<>();
    private final boolean promises;
    private final Joining joining;
    private List<Output> toParticipants = List.of();
    private List<Output> toClose = List.of();
    private long decisionBatch;
    private final @Nullable SimulatedLogs logs;

    /** Batches that wait for the log. */
    private final ArrayDeque<DecisionBatch> held = new ArrayDeque<>();

    /** By participant: what it has decided alone up to there is durable. */
    private final long[] durable;

    private final long[] toldDurable;

    /** How much waited, or had not come, at the last heartbeat. */
    private int leftBefore;

    /** Every other feedback finds that a round is due. */
    private int feedbacks;

    private int checkpointsRequested;
    private int checkpointsBegun;
    private boolean quiescing;

    OpenNode(int index, Simulation simulation, WallClock wallClock) {
        this.index = index;
        this.parameters = simulation.parameters();
        this.application = simulation.application();
        this.journal = simulation.journal();
        this.fault = simulation.fault();
        this.clock = new HybridClock(index, parameters.coordinators(), wallClock);
        this.promises = simulation.regime().sequencing().promises();
        this.joining = new Joining(promises, clock.step(), fault);
        this.logs = simulation.logs();
        this.durable = new long[parameters.participants()];
        this.toldDurable = new long[parameters.participants()];
        this.window =
                parameters.triggers()
                        ? new AdmissionWindow<>(parameters.window(), 0, 0, Arrivals.PLACES)
                        : new AdmissionWindow<>(parameters.window());
        this.priorities = new LowestValue(parameters.participants(), AdmissionWindow.NO_PRIORITY);
        this.arrivals = new Arrivals(index, parameters, fault);
        for (int i = 0; i < parameters.participants(); i++) {
            decisions.add(new ArrayList<>());
            fragments.add(new ArrayList<>());
        }
    }

    void connect(List<Output> participants, Output close) {
        toParticipants = participants;
        toClose = List.of(close);
    }

    int slots() {
        return window.slots();
    }

    /** Whether every input has its result. */
    boolean isDone() {
        return arrivals.isEmpty() && window.inFlight() == 0;
    }

    /** A barrier arrives; it goes on when nothing is in flight. */
    void requestCheckpoint() {
        checkpointsRequested++;
    }

    /** Gathers, flushes or sends a heartbeat. */
    void act(SplittableRandom random) {
        int choice = random.nextInt(100);
        if (choice < HEARTBEAT_PERCENT) {
            onHeartbeat();
        } else if (choice < 40) {
            flush(false);
        } else if (quiescing) {
            quiesce();
        } else if (checkpointsBegun < checkpointsRequested && choice < 40 + BARRIER_PERCENT) {
            quiescing = true;
        } else if (joining.mayBegin()) {
            gather(random.nextBoolean());
        } else if (joining.hasLeft() && !arrivals.isEmpty()) {
            join();
        }
    }

    /** Makes the coordinator known to all participants. */
    void join() {
        joining.join();
        flush(true);
    }

    private void onHeartbeat() {
        if (parameters.order() == SimulationParameters.EntryOrder.QUESTIONS) {
            return;
        }
        boolean idle = isIdle() && arrivals.left() == leftBefore;
        leftBefore = arrivals.left();
        if (idle && joining.mayLeave()) {
            joining.leave();
        }
        flush(true);
    }

    /** Sends what is gathered, waits until nothing is in flight, and lets the barrier go. */
    private void quiesce() {
        if (!isIdle() && fault != Fault.BARRIER_WITHOUT_QUIESCENCE) {
            begin(window.pollRetry(priorities.lowest()));
            return;
        }
        if (promises && fault != Fault.STAYS_OVER_BARRIER) {
            joining.leave();
        }
        flush(true);
        toParticipants.forEach(output -> output.sendBarrier());
        toClose.forEach(output -> output.sendBarrier());
        checkpointsBegun++;
        quiescing = false;
        arrivals.barrierPassed();
    }

    /** An attempt that is not sent yet. */
    private record Begun(Transaction<Input> transaction, int slot) {}

    private boolean isIdle() {
        return window.inFlight() == 0;
    }

    private void gather(boolean retryFirst) {
        long priority = priorities.lowest();
        arrivals.next();
        if (retryFirst || !admits(priority)) {
            begin(window.pollRetry(priority));
        }
    }

    /** Admits what was triggered before elements. */
    private boolean admits(long priority) {
        if (window.mayAdmit(Inside.TRIGGERED, priority)) {
            Input triggered = arrivals.pollTriggered(window.oldestNumber());
            if (triggered != null) {
                begin(window.admit(Inside.TRIGGERED, triggered, "", 0));
                return true;
            }
        }
        if (!window.mayAdmit(priority)) {
            return false;
        }
        Input whole = arrivals.pollWhole();
        if (whole != null) {
            begin(window.admit(whole, "", 0));
        }
        return true;
    }

    private void begin(@Nullable Transaction<Input> transaction) {
        if (transaction != null) {
            round.add(new Begun(transaction, window.begin(transaction)));
        }
    }

    /** Sends the round; a header goes to every participant, even if there is nothing else. */
    void flush(boolean header) {
        boolean toAll = header || promises && !round.isEmpty();
        if (!round.isEmpty()) {
            stampRound();
        } else if (header) {
            clock.next();
        }
        long low = window.lowTimestamp(clock.highest());
        journal.promised(index, low);
        long promise = joining.promise(clock.highest(), toAll);
        for (int i = 0; i < toParticipants.size(); i++) {
            Message.Round message =
                    new Message.Round(
                            index,
                            joining.isGreeting(),
                            List.copyOf(decisions.get(i)),
                            List.copyOf(fragments.get(i)),
                            decisionBatch,
                            low,
                            durable[i],
                            promise,
                            window.priority());
            if (toAll || !message.isEmpty() || toldDurable[i] < durable[i]) {
                toldDurable[i] = durable[i];
                toParticipants.get(i).send(message);
                joining.sent(message);
            }
            decisions.get(i).clear();
            fragments.get(i).clear();
        }
        joining.greeted();
    }

    private void stampRound() {
        long timestamp = clock.nextRange(round.size());
        for (Begun begun : round) {
            Transaction<Input> transaction = begun.transaction();
            if (fault == Fault.REUSES_TIMESTAMP && transaction.attempts() > 1) {
                timestamp = transaction.id();
            } else if (fault == Fault.SHARES_TIMESTAMPS) {
                timestamp &= -clock.step();
            }
            window.stamp(begun.slot(), timestamp);
            journal.begun(transaction.element(), timestamp, transaction.attempts());
            if (logs != null) {
                logs.begun(index, timestamp);
            }
            send(new Message.AttemptName(index, begun.slot(), timestamp), transaction);
            timestamp += clock.step();
        }
        round.clear();
    }

    private void send(Message.AttemptName attempt, Transaction<Input> transaction) {
        Input input = transaction.element();
        if (fault == Fault.REPEATS_PART_OF_BATCH && transaction.attempts() > 1) {
            send(attempt, application.firstElements(input, 0));
        } else if (fault == Fault.TAKES_ELEMENT_FOR_BATCH) {
            for (int i = 0; i < input.numbers().size(); i++) {
                send(attempt, application.firstElements(input, i));
            }
        } else {
            send(attempt, application.firstElements(input));
        }
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
                                    false,
                                    null,
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
                                    parameters.shares().share(Weight.WHOLE, elements.size(), i),
                                    false,
                                    false,
                                    Set.of()));
        }
    }

    void receive(Message.Feedback feedback) {
        joining.answered(feedback.replies(), feedback.highestSeen());
        if (fault != Fault.JOINS_BELOW_ANSWERS) {
            clock.observe(feedback.highestSeen());
        }
        for (Message.PriorityNotice notice : feedback.notices()) {
            priorities.set(notice.participant(), notice.priority());
        }
        DecisionBatch batch = feedback.decisions();
        if (logs != null) {
            if (batch != null) {
                held.add(batch);
            }
            relayDurable(logs);
        } else if (batch != null) {
            relay(batch);
        }
        for (int slot : feedback.triggeringSlots()) {
            Transaction<Input> transaction = window.inSlot(slot);
            arrivals.trigger(transaction.number(), application.triggered(transaction.element()));
        }
        feedback.releasedSlots().forEach(window::release);
        if (promises && ++feedbacks % 2 == 0) {
            flush(false);
        }
        if (promises && round.isEmpty() && joining.isAwaited()) {
            flush(true);
        }
    }

    void logIsDurable() {
        if (logs != null) {
            relayDurable(logs);
        }
    }

    private void relayDurable(SimulatedLogs log) {
        for (DecisionBatch waiting : held) {
            if (fault == Fault.VOUCHES_BEFORE_DURABLE) {
                vouch(waiting);
            }
        }
        DecisionBatch head = held.peek();
        while (head != null
                && (head.ticket() <= log.durable(index) || fault == Fault.DECIDES_BEFORE_DURABLE)) {
            held.remove();
            relay(head);
            vouch(head);
            head = held.peek();
        }
    }

    private void vouch(DecisionBatch batch) {
        int vouched = batch.vouchedParticipant();
        for (int i = 0; i < durable.length; i++) {
            if (i == vouched || vouched == DecisionBatch.EVERYBODY) {
                durable[i] = Math.max(durable[i], batch.vouchedUpTo());
            }
        }
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

    /** The number of the transaction in a slot. */
    long number(int slot) {
        return window.number(slot);
    }

    long highest() {
        return clock.highest();
    }

    @Override
    public String toString() {
        return "open "
                + index
                + ": left="
                + arrivals.left()
                + ", inFlight="
                + window.inFlight()
                + ", round="
                + round.size()
                + ", "
                + joining
                + (quiescing ? ", quiescing" : "")
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
