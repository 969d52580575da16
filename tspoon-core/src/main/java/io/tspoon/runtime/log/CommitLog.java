/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogMark;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.TransactionEncoder;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The log of one coordinator, shared by its two operators: the close operator appends decisions,
 * the open operator sends a decision out once it is durable.
 *
 * <p>A ticket is the number of a decision batch, or in chains an id. Threads: {@link #encoder},
 * {@link #flushIfLarge}, {@link #flush}, {@link #flushMark}, {@link #awaitedMark}, {@link
 * #onWakeUp} and {@link #awaitsLog} are for the close operator's thread. {@link #roll}, {@link
 * #deleteBefore}, {@link #awaitMark} and {@link #close} are for the open operator's thread, which
 * calls them only while nothing is in flight, except {@link #awaitMark}. {@link #durable} is for
 * both, {@link #waitingMs} for any thread.
 */
@Internal
public final class CommitLog implements Closeable {
    /**
     * A mark that the open operator asks for.
     *
     * @param number it comes behind the transactions up to this number
     * @param awaited it is not needed if the log goes beyond this id without it
     * @param ticket above the ids of these transactions, below those of others
     * @param id see {@link LogMark}
     */
    public record AwaitedMark(long number, long awaited, long ticket, long id) {}

    private final LogWriter writer;
    private final Runnable openWakeUp;
    private final LogRecords records = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(records);
    private final LogWaits waits;
    private long appended;
    private volatile long durable;
    private volatile long awaited = Long.MAX_VALUE;
    private volatile Runnable closeWakeUp = () -> {};
    private volatile @Nullable AwaitedMark awaitedMark;

    /**
     * @param writer writes the coordinator's part
     * @param openWakeUp called on a thread of the log whenever more has become durable
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    public CommitLog(LogWriter writer, Runnable openWakeUp, LongSupplier nanoTime) {
        this.writer = writer;
        this.openWakeUp = openWakeUp;
        this.waits = new LogWaits(nanoTime);
        writer.onDurable(this::becameDurable);
    }

    /** Encodes the outcomes of a batch; a call of {@link #flush} must follow. */
    public TransactionEncoder encoder() {
        return encoder;
    }

    /**
     * Hands the encoded outcomes to the log before the batch has ended, if they are large: all that
     * the transactions of a batch write need not fit into one flush. No decision of the batch goes
     * out before the rest of the batch is durable, too. If a crash leaves only this flush, the
     * transactions that were decided first are recovered without the others.
     */
    public void flushIfLarge() {
        if (records.length() >= LogRecords.LARGE_BYTES) {
            append(appended);
        }
    }

    /**
     * Hands the encoded outcomes to the log.
     *
     * @param batch number of the batch that they belong to
     * @return the ticket that must be durable before the decisions of the batch may go out: that of
     *     this batch, or of an earlier one if this batch has no outcomes
     */
    public long flush(long batch) {
        if (records.length() > 0) {
            waits.appended(batch);
            append(batch);
            appended = batch;
        }
        return appended;
    }

    /** Asks for a mark instead of the one that was asked for before. */
    public void awaitMark(AwaitedMark mark) {
        awaitedMark = mark;
        closeWakeUp.run();
    }

    /** The mark that was asked for last; null if none was. */
    public @Nullable AwaitedMark awaitedMark() {
        return awaitedMark;
    }

    /** Hands a mark to the log, with what was encoded before. */
    public void flushMark(AwaitedMark mark) throws IOException {
        LogMark.write(mark.id(), records);
        flush(mark.ticket());
    }

    /**
     * Sets what is called when a mark is asked for.
     *
     * @param wakeUp for any thread
     */
    public void onWakeUp(Runnable wakeUp) {
        closeWakeUp = wakeUp;
    }

    private void append(long ticket) {
        writer.append(ticket, records.array(), records.length());
        records.clear();
    }

    /** All tickets up to this one are durable. */
    public long durable() {
        return durable;
    }

    /**
     * Called when the close operator waits for a ticket and has nothing else to do.
     *
     * @param wakeUp called on a thread of the log once the ticket is durable; may be called more
     *     often
     */
    public void awaitsLog(long ticket, Runnable wakeUp) {
        closeWakeUp = wakeUp;
        awaited = ticket;
        if (durable >= ticket) {
            awaited = Long.MAX_VALUE;
            wakeUp.run();
        }
    }

    private void becameDurable(long ticket) {
        durable = ticket;
        waits.durable(ticket);
        openWakeUp.run();
        if (awaited <= ticket) {
            awaited = Long.MAX_VALUE;
            closeWakeUp.run();
        }
    }

    /**
     * Sets who is told how long outcomes wait until they are durable.
     *
     * @param listener gets the wait of one batch at a time, in nanoseconds, on a thread of the log
     */
    public void onWait(LongConsumer listener) {
        waits.listener(listener);
    }

    /**
     * How long outcomes, or the beginning of a segment, have waited since the log last made
     * something durable; 0 if nothing waits. Keeps growing while the log hangs.
     */
    public long waitingMs() {
        return TimeUnit.NANOSECONDS.toMillis(waits.openNanos());
    }

    /**
     * Begins a segment.
     *
     * @return its position
     */
    public long roll(byte[] header) throws IOException {
        waits.segmentBegins();
        try {
            return writer.roll(header);
        } finally {
            waits.segmentBegan();
        }
    }

    /** The greatest length of a header. */
    public int maxHeaderBytes() {
        return writer.maxHeaderBytes();
    }

    public void deleteBefore(long position) throws IOException {
        writer.deleteBefore(position);
    }

    /** The size of the coordinator's part. */
    public long bytes() {
        return writer.bytes();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
