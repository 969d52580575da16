/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.transaction.TransactionResult;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * With a log, transactions are logged in the order of their ids, and results leave when the logs of
 * all coordinators are durable up to there: what a transaction has seen may be in any of them. A
 * recovery cuts all parts at one id, see {@link io.tspoon.runtime.log.LogCut}.
 *
 * <p>The tickets of the log are ids.
 */
final class LeaveWhenDurable<T> implements Departures<T> {
    private final CommitLog log;
    private final Runnable wakeUp;
    private final OutcomeEncoder encoder;
    private final AttemptDescriptions known;

    /** What was logged and has not left, in the order of ids, with the slots. */
    private final ArrayDeque<TransactionResult<T>> waiting = new ArrayDeque<>();

    private final IntArrayFIFOQueue waitingSlots = new IntArrayFIFOQueue();

    private List<TransactionResult<T>> leaving = new ArrayList<>();
    private long othersDurable;
    private long loggedUpTo = Timestamps.NONE;
    private long flushedUpTo = Timestamps.NONE;

    /** The {@linkplain AttemptDescriptions#number number} of the transaction logged last. */
    private long lastNumber;

    /**
     * @param awaitsOthers whether there are other coordinators to wait for
     * @param log of the coordinator
     * @param wakeUp has the close operator settle; for any thread
     * @param encoder writes to the log
     * @param known describes the transactions
     */
    LeaveWhenDurable(
            boolean awaitsOthers,
            CommitLog log,
            Runnable wakeUp,
            OutcomeEncoder encoder,
            AttemptDescriptions known) {
        this.othersDurable = awaitsOthers ? Timestamps.NONE : Long.MAX_VALUE;
        this.log = log;
        this.wakeUp = wakeUp;
        this.encoder = encoder;
        this.known = known;
        log.onWakeUp(wakeUp);
    }

    @Override
    public void over(TransactionResult<T> result, int slot) throws IOException {
        encoder.write(result, slot);
        loggedUpTo = result.timestamp().value();
        lastNumber = known.number(slot);
        waiting.add(result);
        waitingSlots.enqueue(slot);
    }

    @Override
    public long overUpTo() {
        return loggedUpTo;
    }

    /** Whatever one participant says stays true, see ADR 0033. */
    @Override
    public void othersAreDurable(long upTo) {
        othersDurable = Math.max(othersDurable, upTo);
    }

    @Override
    public void settle() throws IOException {
        if (loggedUpTo > flushedUpTo) {
            log.flush(loggedUpTo);
            flushedUpTo = loggedUpTo;
        }
        mark();
        long durable = log.durable();
        long shown = Math.min(durable, othersDurable);
        TransactionResult<T> head = waiting.peek();
        while (head != null && head.timestamp().value() <= shown) {
            leaving.add(waiting.remove());
            head = waiting.peek();
        }
        if (head != null && head.timestamp().value() > durable) {
            log.awaitsLog(head.timestamp().value(), wakeUp);
        }
    }

    /** Appends the mark that open asks for, once all that is to be in front of it is logged. */
    private void mark() throws IOException {
        CommitLog.AwaitedMark mark = log.awaitedMark();
        if (mark != null && mark.number() <= lastNumber && mark.awaited() > flushedUpTo) {
            log.flushMark(mark);
            flushedUpTo = mark.ticket();
        }
    }

    @Override
    public int[] takeSlots() {
        int[] taken = new int[leaving.size()];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = waitingSlots.dequeueInt();
        }
        return taken;
    }

    @Override
    public List<TransactionResult<T>> takeResults() {
        List<TransactionResult<T>> taken = leaving;
        leaving = taken.isEmpty() ? taken : new ArrayList<>(taken.size());
        return taken;
    }
}
