/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/** Votes, writes and results, answers to blocks of the coordinator, and questions to it. */
@Internal
public final class ParticipantToClose extends FromParticipant implements ToClose {
    private long awaitedLow = Timestamps.NONE;

    /** The batch whose decisions are applied; in chains, up to where all others are durable. */
    private long appliedBatch = Timestamps.NONE;

    private int replies;
    private long judged = Timestamps.NONE;
    private long settled = Timestamps.NONE;
    private int awaited = Awaited.NOTHING;

    /** Creates a block to be filled. */
    public ParticipantToClose(int target) {
        super(target, FragmentRows.toFill());
    }

    private ParticipantToClose(FragmentRows received) {
        super(0, received);
    }

    static ParticipantToClose toReceive() {
        return new ParticipantToClose(FragmentRows.toReceive());
    }

    @Override
    public void from(int index, long lowestPriority, long highest) {
        super.from(index, lowestPriority, highest);
        awaitedLow = Timestamps.NONE;
    }

    /** Asks the coordinator to report when everything up to a timestamp is decided. */
    public void awaitLow(long timestamp) {
        awaitedLow = timestamp;
    }

    /** Answers one block of the coordinator; its decisions up to the batch are applied. */
    public void answer(long batch) {
        replies++;
        appliedBatch = Math.max(appliedBatch, batch);
    }

    /** The participant waits until the coordinator can say this low timestamp. */
    public long awaitedLow() {
        return awaitedLow;
    }

    /** The last batch whose decisions are applied; only in an answer. */
    public long appliedBatch() {
        return appliedBatch;
    }

    /**
     * Says how far the participant has judged what is in chains.
     *
     * @param judgedUpTo everything up to there was judged
     * @param settledUpTo nothing changes there up to this id
     * @param before what it waits for before it judges more, see {@link Awaited}
     */
    public void judged(long judgedUpTo, long settledUpTo, int before) {
        awaited = before;
        judged = judgedUpTo;
        settled = settledUpTo;
    }

    /** Up to where the participant has judged; {@link Timestamps#NONE} if it does not say. */
    public long judged() {
        return judged;
    }

    /** Up to where nothing changes at the participant, if it says {@link #judged}. */
    public long settled() {
        return settled;
    }

    /** What the participant waits for, if it says {@link #judged}; see {@link Awaited}. */
    public int awaited() {
        return awaited;
    }

    /** In chains with a log: says up to where the logs of all other coordinators are durable. */
    public void othersAreDurable(long upTo) {
        appliedBatch = upTo; // there are no batches in chains
    }

    /**
     * Up to where the logs of all other coordinators are durable; {@link Timestamps#NONE} if the
     * participant does not say.
     */
    public long othersDurable() {
        return appliedBatch;
    }

    /** How many blocks of the coordinator this one answers. */
    public int replies() {
        return replies;
    }

    @Override
    public boolean hasContent() {
        return replies > 0 || super.hasContent();
    }

    @Override
    public void clear() {
        super.clear();
        replies = 0;
        judged = Timestamps.NONE;
        settled = Timestamps.NONE;
        awaited = Awaited.NOTHING;
        appliedBatch = Timestamps.NONE;
    }

    @Override
    public void deliverTo(Receiver receiver) throws IOException {
        receiver.received(this);
    }

    @Override
    void put(WireHeader header) {
        super.put(header);
        header.low = awaitedLow;
        header.decisionBatch = appliedBatch;
        header.replies = replies;
        header.promise = judged;
        header.durable = settled;
        header.coordinator = awaited;
    }

    @Override
    void take(WireHeader header) {
        super.take(header);
        awaitedLow = header.low;
        appliedBatch = header.decisionBatch;
        replies = header.replies;
        judged = header.promise;
        settled = header.durable;
        awaited = header.coordinator;
    }
}
