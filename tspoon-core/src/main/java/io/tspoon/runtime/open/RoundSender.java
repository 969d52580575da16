/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.log.InputClaims;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FromCoordinator;
import io.tspoon.runtime.transport.Greeting;
import io.tspoon.runtime.transport.Outputs;

import org.apache.flink.metrics.Histogram;

import java.io.IOException;

/**
 * Gathers attempts and decisions into rounds and sends each round as one block for each participant
 * concerned.
 *
 * <p>Rounds clock themselves, as in Nagle's algorithm: a round is sent at once while few blocks are
 * under way; otherwise it is gathered until a block is answered or the round is full. So an idle
 * t-graph sends a block for each transaction without delay, and a busy one sends full blocks (ADR
 * 0002). Timestamps are given when a round is sent, not when its elements arrive, so that the
 * timestamps of several coordinators interleave in the order in which their blocks travel (ADR
 * 0004).
 *
 * <p>Within a block, decisions come before fragments. Confined to the mailbox thread of the open
 * operator.
 */
final class RoundSender implements InputClaims {
    private final int coordinator;
    private final HybridClock clock;
    private final AdmissionWindow<?> window;
    private final CoordinatorLink link;
    private final Outputs<CoordinatorToParticipant, CoordinatorToClose> outputs;
    private final Histogram roundSizes;

    /** Later on without the vertices: nobody differs in parallelism then. */
    private Greeting greeting;

    private final Membership membership;
    private final PartMarks marks;
    private final Round round;
    private final ProgressNotes notes;
    private final Claims claims;

    /** Whether all participants are told of each round, because they wait for promises. */
    private final boolean promises;

    /** With fewer blocks under way, a round does not wait. */
    private final int eagerLimit;

    private int unansweredBlocks;
    private long lastBatch;

    /** Event time, of which the participants have not been told. */
    private long eventTime;

    private boolean eventTimeDue;

    RoundSender(
            GraphSettings settings,
            int coordinator,
            HybridClock clock,
            AdmissionWindow<?> window,
            CoordinatorLink link,
            PartMarks marks,
            Outputs<CoordinatorToParticipant, CoordinatorToClose> outputs,
            Greeting greeting,
            Histogram roundSizes) {
        this.coordinator = coordinator;
        this.clock = clock;
        this.window = window;
        this.link = link;
        this.marks = marks;
        this.membership = new Membership(marks);
        this.outputs = outputs;
        this.greeting = greeting;
        this.roundSizes = roundSizes;
        int participants = outputs.operators() * outputs.parallelism();
        this.round = new Round(settings.maxBlockTransactions());
        this.notes = new ProgressNotes(participants);
        this.claims = new Claims(outputs, coordinator);
        this.promises = settings.regime().sequencing().promises();
        this.eagerLimit = settings.eagerBlocks() * Math.max(1, participants);
    }

    // ------------------------------------------------------------------ membership

    /**
     * Makes the coordinator known to all operators, and asks every participant for the highest
     * timestamp that it has seen, so that the clock starts above all timestamps given before a
     * restore.
     */
    void greet() {
        greetClose();
        join();
        greeting = new Greeting(outputs.parallelism(), "");
    }

    /** Asks the close operator for an answer. Nothing may be gathered yet. */
    void greetClose() {
        if (!membership.hasEnded()) {
            unansweredBlocks++;
            outputs.toClose(coordinator).greet(greeting);
            emitToClose(outputs.toClose(coordinator), 0, low());
        }
    }

    /** As {@link #greet}, but only for the participants, which this coordinator has left. */
    void join() {
        if (notes.participants() == 0) {
            return; // nobody would answer
        }
        membership.join();
        for (int participant = 0; participant < notes.participants(); participant++) {
            outputs.toParticipant(participant).greet(greeting);
        }
        notes.headerToAll();
        send();
    }

    /**
     * Tells the participants, if there are any, not to wait for this coordinator until it joins
     * again; with a log perhaps only when it is durable. Nothing may be in flight.
     */
    void leave() {
        if (notes.participants() == 0) {
            return;
        }
        membership.leave();
        notes.headerToAll();
        send();
    }

    /** The log may have become durable. */
    void advance() {
        if (membership.advance()) {
            notes.headerToAll();
            send();
        }
        if (marks.moreIsDurable()) {
            notes.moreIsShown(marks.shown(low()));
        }
    }

    /** Whether this coordinator leaves, but the participants have not been told. */
    boolean isLeaving() {
        return membership.isLeaving();
    }

    /** Nothing will follow, so this coordinator must not hold back the stable timestamp. */
    void end() {
        membership.end();
        notes.headerToAll();
        send();
    }

    /**
     * Whether the close operator and all participants have answered. Before that, nothing may
     * begin.
     */
    boolean isGreeted() {
        return membership.isGreeted();
    }

    /** Whether the close operator and all participants have answered what they were sent. */
    boolean isAnswered() {
        return !membership.isJoining();
    }

    /** Whether the close operator and all participants have answered at least once. */
    boolean hasMet() {
        return membership.hasMet();
    }

    /** Whether this coordinator must join before it may begin anything. */
    boolean hasLeft() {
        return membership.hasLeft();
    }

    /** This many blocks were answered. */
    void answered(int replies) {
        unansweredBlocks -= replies;
        if (unansweredBlocks == 0) {
            membership.allHaveAnswered();
        }
    }

    // ------------------------------------------------------------------ what is gathered

    /** Adds an attempt to the round and returns its place in it. */
    int gather(int slot) {
        return round.add(slot);
    }

    /** Some block has many bytes, perhaps of few transactions: nothing more is gathered. */
    void roundIsLarge() {
        round.markLarge();
    }

    /**
     * Adds decisions to the blocks of the participants that hold something for the attempts, and
     * notes whose own decisions are durable with them.
     */
    void relay(DecisionBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int decision = batch.decision(i).ordinal();
            int participant = batch.nextParticipant(i, 0);
            while (participant >= 0) {
                outputs.toParticipant(participant)
                        .decisions()
                        .append(batch.slot(i), batch.timestamp(i), decision);
                round.markMore();
                participant = batch.nextParticipant(i, participant + 1);
            }
        }
        lastBatch = batch.number();
        notes.markDurable(batch.vouchedParticipant(), batch.vouchedUpTo());
    }

    /**
     * Tells a participant what to assume of a transaction that is executed in chains. Goes out
     * before the participant hears that the transaction is decided.
     */
    void notice(int participant, int slot, long id, boolean abort) {
        Decision assumed = abort ? Decision.ABORT : Decision.COMMIT;
        outputs.toParticipant(participant).decisions().append(slot, id, assumed.ordinal());
        round.markMore();
    }

    /**
     * Fragments were added to blocks for an attempt of an earlier round. Large blocks are sent, so
     * that the next attempt finds room.
     */
    void addedLate() {
        round.markMore();
        if (round.isFull()) {
            send();
        }
    }

    /**
     * Tells the other coordinators that an input came here. The claim goes out with the next round
     * at the latest.
     */
    @Override
    public void claim(InputIdentity input) throws IOException {
        claims.add(input);
        if (claims.areMany()) {
            sendClaims();
        }
    }

    // ------------------------------------------------------------------ what participants know

    /** Another transaction asks for priority now, and every participant must learn of it. */
    void priorityChanged() {
        notes.headerToAll();
    }

    /** Event time has advanced, and every participant must learn of it. */
    void eventTime(long reached) {
        eventTime = reached;
        eventTimeDue = true;
        notes.headerToAll();
    }

    /**
     * Notes that a participant waits until everything up to a timestamp is decided, and perhaps
     * until what rests on it can be shown.
     */
    void awaitLow(long timestamp) {
        notes.awaitLow(timestamp);
    }

    /** Whether participants wait for a promise that no round is about to bring. */
    boolean isAwaited(long highestTimestamp) {
        return !membership.isJoining()
                && !membership.hasLeft()
                && !round.hasAttempts()
                && notes.isPromiseAwaited(highestTimestamp);
    }

    /** Tells all participants how far this coordinator is. */
    void heartbeat() {
        if (membership.hasEnded()) {
            return;
        }
        if (window.oldestUndecided() == null && !round.hasAttempts()) {
            clock.next();
        }
        notes.headerToAll();
        send();
    }

    /**
     * Tells all participants how far this coordinator is, if one of them waits for a timestamp that
     * it has reached; has it logged how far it is, if that is what they wait for.
     */
    void reportLow() {
        long low = low();
        marks.awaited(notes.awaitedToBeShown(low), low);
        if (notes.areAwaited(low, marks.shown(low))) {
            heartbeat();
        }
    }

    private long low() {
        return membership.hasEnded()
                ? FromCoordinator.NO_MORE
                : window.lowTimestamp(clock.highest());
    }

    // ------------------------------------------------------------------ sending

    /** Sends the round if few blocks are under way or the round is full. */
    void sendIfDue() {
        boolean something = round.hasContent() || notes.areDue();
        if (round.isFull() || (something && unansweredBlocks < eagerLimit)) {
            send();
        }
    }

    /** Sends the round if it is full, so that more can be gathered. */
    void sendIfFull() {
        if (round.isFull()) {
            send();
        }
    }

    /** Sends the round now. */
    void send() {
        if (round.hasAttempts()) {
            roundSizes.update(round.size());
            if (promises) {
                notes.headerToAll();
            }
        }
        long base = round.stamp(clock, window);
        long promise = membership.promise(clock.highest());
        long low = low();
        long shown = marks.shown(low);
        notes.begin(low, shown, promise);
        emitToStates(base, low, shown, promise);
        CoordinatorToClose toClose = outputs.toClose(coordinator);
        if (toClose.hasContent()) { // a bare header tells close nothing
            emitToClose(toClose, base, low);
        }
        if (claims.areDue()) {
            sendClaims();
        }
        round.clear();
        notes.end();
        eventTimeDue = false;
    }

    private void emitToStates(long base, long low, long shown, long promise) {
        long priority = window.priority();
        for (int operator = 0; operator < outputs.operators(); operator++) {
            for (int instance = 0; instance < outputs.parallelism(); instance++) {
                CoordinatorToParticipant block = outputs.toState(operator, instance);
                boolean content = block.hasContent();
                int participant = operator * outputs.parallelism() + instance;
                if (content || notes.areDueFor(participant)) {
                    block.stamp(base, clock.step());
                    block.from(coordinator, link.id(), low, priority, lastBatch);
                    block.promise(promise);
                    if (eventTimeDue) {
                        block.eventTime(eventTime);
                    }
                    block.markDurable(Math.max(shown, notes.announceDurable(participant)));
                    outputs.emitToState(operator, block);
                    unansweredBlocks += content ? 1 : 0;
                }
            }
        }
    }

    private void emitToClose(CoordinatorToClose toClose, long base, long low) {
        toClose.stamp(base, clock.step());
        toClose.from(coordinator, link.id(), low, window.priority(), lastBatch);
        outputs.emitToClose(toClose);
    }

    private void sendClaims() {
        for (int i = 0; i < outputs.parallelism(); i++) {
            CoordinatorToClose block = outputs.toClose(i);
            if (i != coordinator && block.hasContent()) {
                block.from(coordinator, link.id(), Timestamps.NONE, window.priority(), lastBatch);
                outputs.emitToClose(block);
            }
        }
        claims.clear();
    }
}
