/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Votes, writes and results, answers to blocks of the coordinator, and questions to it. */
@Internal
public final class ParticipantToClose extends FromParticipant implements ToClose {
    private static final byte[] NO_TIMERS = {};
    private static final int INITIAL_BYTES = 256;

    private long awaitedLow = Timestamps.NONE;

    /** The batch whose decisions are applied; in chains, up to where all others are durable. */
    private long appliedBatch = Timestamps.NONE;

    private int replies;
    private long judged = Timestamps.NONE;
    private long settled = Timestamps.NONE;
    private int awaited = Awaited.NOTHING;

    /** What is said of timers; null if nothing ever was. */
    private @Nullable DataOutputSerializer due;

    private boolean tellsTimers;
    private long firedUpTo;
    private byte[] dueTimers = NO_TIMERS;

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

    /**
     * Says of timers what there is to say.
     *
     * @param allFiredUpTo all timers have fired that are due at this event time
     */
    public void timers(long allFiredUpTo) {
        tellsTimers = true;
        firedUpTo = allFiredUpTo;
    }

    /** Where the timers are written that the coordinator is to fire; {@link #timers} follows. */
    public DataOutputSerializer due() {
        DataOutputSerializer out = due;
        if (out == null) {
            out = new DataOutputSerializer(INITIAL_BYTES);
            due = out;
        }
        return out;
    }

    /** Whether something is said of timers. */
    public boolean tellsTimers() {
        return tellsTimers;
    }

    /** Up to where all timers have fired, if something is said of them. */
    public long firedUpTo() {
        return firedUpTo;
    }

    /** The timers that the coordinator is to fire, as they were written; an array of its own. */
    public byte[] dueTimers() {
        return dueTimers;
    }

    @Override
    public boolean hasContent() {
        return replies > 0 || tellsTimers || super.hasContent();
    }

    @Override
    public void clear() {
        super.clear();
        replies = 0;
        judged = Timestamps.NONE;
        settled = Timestamps.NONE;
        awaited = Awaited.NOTHING;
        appliedBatch = Timestamps.NONE;
        tellsTimers = false;
        if (due != null) {
            due.clear();
        }
    }

    @Override
    void writeMore(DataOutputView out) throws IOException {
        if (tellsTimers) {
            int length = due == null ? 0 : due.length();
            out.writeInt(length);
            if (due != null) {
                out.write(due.getSharedBuffer(), 0, length);
            }
        }
    }

    @Override
    void readMore(DataInputView in) throws IOException {
        if (tellsTimers) {
            dueTimers = new byte[in.readInt()];
            in.readFully(dueTimers);
        }
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
        header.timers = tellsTimers;
        header.eventTime = firedUpTo;
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
        tellsTimers = header.timers;
        firedUpTo = header.eventTime;
    }
}
