/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.ArrivalOrder;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.HybridClock;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.Outputs;

import org.apache.flink.metrics.Histogram;
import org.apache.flink.types.StringValue;

import java.io.IOException;
import java.util.Arrays;

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
final class RoundSender {
    /** Claims for one coordinator that have this many bytes do not wait for a round. */
    private static final int MAX_CLAIMED_BYTES = 1 << 20;

    private final GraphSettings settings;
    private final int coordinator;
    private final HybridClock clock;
    private final AdmissionWindow<?> window;
    private final CoordinatorLink link;
    private final Outputs outputs;
    private final Histogram roundSizes;

    private int[] gathered = new int[256];
    private int gatheredCount;

    /** Whether a block of the round has become large. */
    private boolean large;

    private boolean headerChanged;
    private boolean greeted;
    private boolean met;
    private boolean left;

    /** All participants know that everything up to this timestamp is decided. */
    private long told;

    /** The lowest and the highest timestamp above {@link #told} for which participants wait. */
    private long lowestAwaited = Long.MAX_VALUE;

    private long highestAwaited;

    /** The highest promise that all participants have received. */
    private long promised;

    /** By participant: everything that it has decided alone up to this timestamp is durable. */
    private final long[] durable;

    /** By participant: the value of {@link #durable} that it was told last. */
    private final long[] toldDurable;

    private boolean durableChanged;
    private boolean decisionsGathered;
    private int unansweredBlocks;
    private final int eagerLimit;

    /** Whether all participants are told of each round, because they wait for promises. */
    private final boolean promises;

    private long lastBatch;
    private boolean ended;
    private boolean claimsGathered;

    RoundSender(
            GraphSettings settings,
            int coordinator,
            HybridClock clock,
            AdmissionWindow<?> window,
            CoordinatorLink link,
            Outputs outputs,
            Histogram roundSizes) {
        this.settings = settings;
        this.coordinator = coordinator;
        this.clock = clock;
        this.window = window;
        this.link = link;
        this.outputs = outputs;
        this.roundSizes = roundSizes;
        int participants = outputs.operators() * outputs.parallelism();
        this.durable = new long[participants];
        this.toldDurable = new long[participants];
        this.promises = settings.regime().sequencing().promises();
        this.eagerLimit = settings.eagerBlocks() * Math.max(1, participants);
    }

    /**
     * Makes the coordinator known to all operators, and asks every participant for the highest
     * timestamp that it has seen, so that the clock starts above all timestamps given before a
     * restore.
     */
    void greet() {
        greetClose();
        join();
    }

    /** Asks the close operator for an answer. Nothing may be gathered yet. */
    void greetClose() {
        if (!ended) {
            unansweredBlocks++;
            outputs.toClose(coordinator).greet(outputs.parallelism());
            emitToClose(outputs.toClose(coordinator), 0, low());
        }
    }

    /** As {@link #greet}, but only for the participants, which this coordinator has left. */
    void join() {
        left = false;
        greeted = false;
        for (int participant = 0; participant < durable.length; participant++) {
            outputs.toParticipant(participant).greet(outputs.parallelism());
        }
        headerChanged = true;
        send();
    }

    /**
     * Whether the close operator and all participants have answered. Before that, nothing may
     * begin.
     */
    boolean isGreeted() {
        return greeted;
    }

    /** Whether the close operator and all participants have answered at least once. */
    boolean hasMet() {
        return met;
    }

    /**
     * Tells the participants, if there are any, not to wait for this coordinator until it joins
     * again. Nothing may be in flight.
     */
    void leave() {
        if (durable.length == 0) {
            return; // nobody would answer when it joins
        }
        left = true;
        greeted = false;
        headerChanged = true;
        send();
    }

    /** Whether this coordinator must join before it may begin anything. */
    boolean hasLeft() {
        return left;
    }

    /** Whether participants wait for a promise that no round is about to bring. */
    boolean isAwaited(long highestTimestamp) {
        return greeted && gatheredCount == 0 && promised < highestTimestamp;
    }

    /** Adds an attempt to the round and returns its place in it. */
    int gather(int slot) {
        if (gatheredCount == gathered.length) {
            gathered = Arrays.copyOf(gathered, gatheredCount * 2);
        }
        gathered[gatheredCount] = slot;
        return gatheredCount++;
    }

    /** Adds decisions to the blocks of the participants that hold something for the attempts. */
    void relay(DecisionBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            int decision = batch.decision(i).ordinal();
            int participant = batch.nextParticipant(i, 0);
            while (participant >= 0) {
                outputs.toParticipant(participant)
                        .appendDecision(batch.slot(i), batch.timestamp(i), decision);
                decisionsGathered = true;
                participant = batch.nextParticipant(i, participant + 1);
            }
        }
        lastBatch = batch.number();
    }

    /**
     * Everything that a participant has decided alone up to a timestamp is durable.
     *
     * @param participant may be {@link DecisionBatch#NOBODY} or {@link DecisionBatch#EVERYBODY}
     */
    void durable(int participant, long upTo) {
        if (participant == DecisionBatch.EVERYBODY) {
            for (int i = 0; i < durable.length; i++) {
                durable(i, upTo);
            }
        } else if (participant != DecisionBatch.NOBODY && upTo > durable[participant]) {
            durable[participant] = upTo;
            durableChanged = true;
        }
    }

    /** This many blocks were answered. */
    void answered(int replies) {
        unansweredBlocks -= replies;
        if (unansweredBlocks == 0) {
            met = true;
            greeted = !left;
        }
    }

    /** Another transaction asks for priority now, and every participant must learn of it. */
    void priorityChanged() {
        headerChanged = true;
    }

    /** Nothing will follow, so this coordinator must not hold back the stable timestamp. */
    void end() {
        ended = true;
        headerChanged = true;
    }

    /** Sends the round if few blocks are under way or the round is full. */
    void sendIfDue() {
        boolean full = gatheredCount >= settings.maxBlockTransactions() || large;
        boolean something =
                gatheredCount > 0 || decisionsGathered || headerChanged || durableChanged;
        if (full || (something && unansweredBlocks < eagerLimit)) {
            send();
        }
    }

    /** Some block has many bytes, perhaps of few transactions: nothing more is gathered. */
    void roundIsLarge() {
        large = true;
    }

    /** Sends the round now. */
    void send() {
        if (gatheredCount > 0) {
            roundSizes.update(gatheredCount);
        }
        headerChanged |= promises && gatheredCount > 0;
        long base = stampRound();
        long promise = promise();
        if (headerChanged) {
            promised = promise; // otherwise only receivers of content learn of it
        }
        long low = low();
        if (headerChanged) {
            told(low);
        }
        long priority = window.priority();
        for (int operator = 0; operator < outputs.operators(); operator++) {
            for (int instance = 0; instance < outputs.parallelism(); instance++) {
                Block block = outputs.toState(operator, instance);
                boolean content = block.hasContent();
                int participant = operator * outputs.parallelism() + instance;
                if (content || headerChanged || toldDurable[participant] < durable[participant]) {
                    block.stamp(base, clock.step());
                    block.fromOpen(coordinator, link.id(), low, priority, lastBatch);
                    block.promise(promise);
                    block.durable(durable[participant]);
                    toldDurable[participant] = durable[participant];
                    outputs.emitToState(operator, block);
                    unansweredBlocks += content ? 1 : 0;
                }
            }
        }
        Block toClose = outputs.toClose(coordinator);
        if (toClose.hasContent()) { // a bare header tells close nothing
            emitToClose(toClose, base, low);
        }
        if (claimsGathered) {
            emitToOtherCloses();
        }
        gatheredCount = 0;
        large = false;
        decisionsGathered = false;
        durableChanged = false;
        headerChanged = false;
    }

    private void emitToClose(Block toClose, long base, long low) {
        toClose.stamp(base, clock.step());
        toClose.fromOpen(coordinator, link.id(), low, window.priority(), lastBatch);
        outputs.emitToClose(toClose);
    }

    /**
     * Tells the other coordinators that an input came here. The claim goes out with the next round
     * at the latest.
     */
    void claim(InputIdentity input) throws IOException {
        int claimedBytes = 0;
        for (int i = 0; i < outputs.parallelism(); i++) {
            if (i != coordinator) {
                Block block = outputs.toClose(i);
                block.appendClaim();
                StringValue.writeString(input.key(), block.payload());
                block.payload().writeLong(input.contentHigh());
                block.payload().writeLong(input.contentLow());
                claimedBytes = block.payload().length();
            }
        }
        claimsGathered = true;
        if (claimedBytes >= MAX_CLAIMED_BYTES) {
            emitToOtherCloses();
        }
    }

    private void emitToOtherCloses() {
        for (int i = 0; i < outputs.parallelism(); i++) {
            Block block = outputs.toClose(i);
            if (i != coordinator && block.hasContent()) {
                block.fromOpen(
                        coordinator, link.id(), Timestamps.NONE, window.priority(), lastBatch);
                outputs.emitToClose(block);
            }
        }
        claimsGathered = false;
    }

    /** Sends rows from a log, in blocks that nobody answers. */
    void sendReplay() {
        for (int operator = 0; operator < outputs.operators(); operator++) {
            for (int instance = 0; instance < outputs.parallelism(); instance++) {
                Block block = outputs.toState(operator, instance);
                if (block.hasContent()) {
                    fromLog(block);
                    outputs.emitToState(operator, block);
                }
            }
        }
        Block toClose = outputs.toClose(coordinator);
        if (toClose.hasContent()) {
            fromLog(toClose);
            outputs.emitToClose(toClose);
        }
    }

    private void fromLog(Block block) {
        block.fromOpen(
                coordinator, link.id(), Timestamps.NONE, AdmissionWindow.NO_PRIORITY, lastBatch);
        block.markReplay();
    }

    /** Tells all participants how far this coordinator is. */
    void heartbeat() {
        if (ended) {
            return;
        }
        if (window.oldestUndecided() == null && gatheredCount == 0) {
            clock.next();
        }
        headerChanged = true;
        send();
    }

    /** Notes that a participant waits until everything up to a timestamp is decided. */
    void awaitLow(long timestamp) {
        if (timestamp > told) {
            lowestAwaited = Math.min(lowestAwaited, timestamp);
            highestAwaited = Math.max(highestAwaited, timestamp);
        }
    }

    /**
     * Tells all participants how far this coordinator is, if one of them waits for a timestamp that
     * it has reached.
     */
    void tellLow() {
        if (lowestAwaited <= low()) {
            heartbeat();
        }
    }

    private void told(long low) {
        told = low;
        if (lowestAwaited <= low) {
            lowestAwaited = highestAwaited <= low ? Long.MAX_VALUE : highestAwaited;
        }
    }

    private long low() {
        return ended ? Block.NO_MORE : window.lowTimestamp(clock.highest());
    }

    /** All attempts with a timestamp up to this one have been sent by the end of this round. */
    private long promise() {
        if (left || ended) {
            return ArrivalOrder.LEFT;
        }
        return greeted ? clock.highest() : Timestamps.NONE;
    }

    private long stampRound() {
        if (gatheredCount == 0) {
            return 0;
        }
        long base = clock.nextRange(gatheredCount);
        for (int i = 0; i < gatheredCount; i++) {
            window.stamp(gathered[i], base + i * clock.step());
        }
        return base;
    }
}
