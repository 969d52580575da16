/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.TransactionEncoder;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The log of one coordinator, as its two operators share it: close appends what it has decided,
 * open lets a decision go out when it is durable.
 *
 * <p>Tickets are the numbers of decision batches. Threads: {@link #encoder}, {@link #flush} and
 * {@link #awaitsLog} are for the close operator's thread; {@link #roll}, {@link #deleteBefore} and
 * {@link #close} for that of the open operator, which calls them only while nothing is in flight;
 * {@link #durable} is for both, {@link #waitingMs} for any.
 */
public final class CommitLog implements Closeable {
    private final LogWriter writer;
    private final Runnable openWakeUp;
    private final LogRecords records = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(records);
    private final LogWaits waits;
    private long appended;
    private volatile long durable;
    private volatile long awaited = Long.MAX_VALUE;
    private volatile Runnable closeWakeUp = () -> {};

    /**
     * @param writer of the coordinator's part
     * @param openWakeUp called on a thread of the log whenever more is durable
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    public CommitLog(LogWriter writer, Runnable openWakeUp, LongSupplier nanoTime) {
        this.writer = writer;
        this.openWakeUp = openWakeUp;
        this.waits = new LogWaits(nanoTime);
        writer.onDurable(this::becameDurable);
    }

    /** Encodes the outcomes of a batch; {@link #flush} must follow. */
    public TransactionEncoder encoder() {
        return encoder;
    }

    /**
     * Hands what was encoded to the log if it is much, though the batch has not ended: what all of
     * its transactions write need not fit into one flush. Nobody hears of it before the rest of the
     * batch is durable; if it is all that a crash leaves, those decided first are there, without
     * the others.
     */
    public void flushIfLarge() {
        if (records.length() >= LogRecords.LARGE_BYTES) {
            append(appended);
        }
    }

    /**
     * Hands what was encoded to the log.
     *
     * @param batch number of the batch that it belongs to
     * @return the ticket that must be durable before the decisions of the batch may go out: that of
     *     this batch, or of an earlier one if this one has no outcomes
     */
    public long flush(long batch) {
        if (records.length() > 0) {
            waits.appended(batch);
            append(batch);
            appended = batch;
        }
        return appended;
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
     * The close operator waits for a ticket, and for nothing else.
     *
     * @param wakeUp called on a thread of the log once the ticket is durable, maybe more often
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
     * Tells how long outcomes wait until they are durable.
     *
     * @param listener hears of one batch at a time, in nanoseconds, on a thread of the log
     */
    public void onWait(LongConsumer listener) {
        waits.listener(listener);
    }

    /**
     * For how long outcomes, or the beginning of a segment, have waited for the log since it made
     * something durable last; 0 if nothing waits. Of a log that hangs this grows.
     */
    public long waitingMs() {
        return TimeUnit.NANOSECONDS.toMillis(waits.openNanos());
    }

    /** Begins a segment and gives its position. */
    public long roll(byte[] header) throws IOException {
        waits.segmentBegins();
        try {
            return writer.roll(header);
        } finally {
            waits.segmentBegan();
        }
    }

    /** How long a header may be. */
    public int maxHeaderBytes() {
        return writer.maxHeaderBytes();
    }

    public void deleteBefore(long position) throws IOException {
        writer.deleteBefore(position);
    }

    /** What the coordinator's part occupies. */
    public long bytes() {
        return writer.bytes();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
