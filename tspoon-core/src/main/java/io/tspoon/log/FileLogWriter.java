/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Writes a part to files, on threads of its own.
 *
 * <p>Memory: what was appended and is not written yet. The caller bounds that, since each
 * coordinator has a limited number of transactions in flight and is told of every flush.
 */
final class FileLogWriter implements LogWriter {
    /*
     * What is appended during a flush is gathered for the next one. So an idle log makes one record
     * durable at the cost of one sync, a busy log many records.
     *
     * If much is gathered, and the files allow it, the next flush is written while the previous one
     * is synced: on a slow disk, nothing waits for a sync that does not cover it.
     *
     * On a fast disk, a flush of more than a few records waits until it is large, or until 2 ms
     * have passed since the previous one began: a write and a sync of 5 KB cost as much processor
     * time as those of 50 KB.
     */

    /** A flush is not extended beyond this, unless a single call appends more. */
    static final int MAX_FLUSH_BYTES = 1 << 22;

    /**
     * A smaller flush does not begin while another one is under way, because it costs as many
     * system calls as a large one.
     */
    static final int LEAST_BYTES_BESIDE = 1 << 15;

    /** A flush of at least this size, but below {@link #ENOUGH_BYTES}, waits for more. */
    static final int LEAST_BYTES_TO_REST = 1 << 12;

    static final int ENOUGH_BYTES = 1 << 16;

    /** The least time between the beginnings of two flushes if the second waits for more. */
    static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How many segments are deleted between two flushes, which wait meanwhile. */
    static final int MOST_DELETED = 8;

    private static final int MOST_ON_THE_WAY = 2;
    private static final int INITIAL_BYTES = 1 << 16;
    private static final long NOWHERE = -1;

    private static final Logger LOG = LoggerFactory.getLogger(FileLogWriter.class);

    private final PartFiles files;
    private final LogThreads threads;

    @GuardedBy("threads.lock")
    private @Nullable Batch open;

    @GuardedBy("threads.lock")
    private byte @Nullable [] spare;

    private volatile @Nullable Deletion lastDeletion;

    /** Set before the first append; the lock then publishes it to the log threads. */
    private Durable listener = ticket -> {};

    // Confined to the appending thread.
    private boolean begun;
    private long lastTicket = Long.MIN_VALUE;

    FileLogWriter(PartFiles files, String name, LogFailure failure) {
        this(files, REST_NANOS, name, failure);
    }

    /**
     * @param restNanos least time between the beginnings of two flushes if the second waits for
     *     more
     */
    FileLogWriter(PartFiles files, long restNanos, String name, LogFailure failure) {
        this.files = files;
        this.threads = new LogThreads(MOST_ON_THE_WAY, restNanos, name, failure);
    }

    @Override
    public void onDurable(Durable durable) {
        listener = durable;
    }

    @Override
    public void append(long ticket, byte[] records, int length) {
        if (!begun || ticket < lastTicket || length > FlushFrame.MAX_BODY_BYTES) {
            throw new IllegalStateException(
                    "[TSP-3008] Cannot append to log: no segment has begun, the ticket falls, or"
                            + " too much at once, ticket="
                            + ticket
                            + ", last="
                            + lastTicket
                            + ", bytes="
                            + length
                            + ", limit="
                            + FlushFrame.MAX_BODY_BYTES);
        }
        lastTicket = ticket;
        threads.lock.lock();
        try {
            if (threads.isOver()) {
                return;
            }
            Batch batch = open;
            if (batch == null || !batch.hasRoomFor(length)) {
                batch = new Batch(spare == null ? new byte[INITIAL_BYTES] : spare);
                batch.add(ticket, records, length);
                spare = null;
                open = batch;
                threads.add(batch);
            } else {
                batch.add(ticket, records, length);
                threads.wakeIfDue();
            }
        } finally {
            threads.lock.unlock();
        }
    }

    @Override
    public long roll(byte[] header) throws IOException {
        CompletableFuture<Long> position = new CompletableFuture<>();
        add(
                new LogThreads.Step() {
                    @Override
                    boolean run() throws IOException {
                        position.complete(files.roll(header));
                        return false;
                    }

                    @Override
                    void abandon(IOException cause) {
                        position.completeExceptionally(cause);
                    }
                });
        try {
            long beginning = position.get();
            begun = true;
            return beginning;
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException(cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("[TSP-3013] Cannot begin log segment: interrupted");
        }
    }

    @Override
    public void deleteBefore(long position) throws IOException {
        Deletion deletion = new Deletion(position);
        lastDeletion = deletion;
        add(deletion);
    }

    private void add(LogThreads.Step step) throws IOException {
        threads.lock.lock();
        try {
            threads.checkNotOver();
            open = null;
            threads.add(step);
        } finally {
            threads.lock.unlock();
        }
    }

    @Override
    public long bytes() {
        return files.bytes();
    }

    /**
     * Makes durable what was appended. Segments that are not deleted by then are left to the next
     * run. If the caller is interrupted, only flushes that have begun are awaited: a thread that
     * continued to write could interfere with the reading of the next run.
     */
    @Override
    public void close() throws IOException {
        if (!threads.close()) {
            return;
        }
        // An interrupted thread that uses the channel of a file closes the channel.
        boolean interrupted = Thread.interrupted();
        try {
            files.close();
        } catch (IOException e) {
            LOG.warn(
                    "[TSP-3014] Cannot close log segment: {}. All that was reported durable is so;"
                            + " nothing needs to be done",
                    e.toString(),
                    e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        threads.checkNotFailed();
    }

    /**
     * Deletes a few segments at a time. When a savepoint is not kept any more, there may be
     * thousands, and flushes, the next segment and {@link #close} must not wait for all of them.
     */
    private final class Deletion extends LogThreads.Step {
        private final long position;

        Deletion(long position) {
            this.position = position;
        }

        @Override
        boolean run() {
            // A later deletion covers these segments, too. One portion is deleted between two
            // flushes.
            return lastDeletion == this && files.deleteBefore(position, MOST_DELETED);
        }
    }

    /** The content of one flush, with room for the frame's prefix. */
    private final class Batch extends LogThreads.Flush {
        private byte[] bytes;
        private int length = FlushFrame.PREFIX_BYTES;
        private long ticket;

        /** Where it was written, until it is durable. */
        private long offset = NOWHERE;

        Batch(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasRoomFor(int more) {
            return length + (long) more <= MAX_FLUSH_BYTES;
        }

        void add(long ofTicket, byte[] records, int count) {
            if (bytes.length - length < count) {
                int capacity = Math.max(length + count, Math.min(2 * length, MAX_FLUSH_BYTES));
                bytes = Arrays.copyOf(bytes, capacity);
            }
            System.arraycopy(records, 0, bytes, length, count);
            length += count;
            ticket = ofTicket;
        }

        @Override
        boolean mayGoBeside() {
            return length >= LEAST_BYTES_BESIDE && files.syncsBesideWrites();
        }

        @Override
        boolean mayRest() {
            return length >= LEAST_BYTES_TO_REST && length < ENOUGH_BYTES;
        }

        @Override
        @GuardedBy("FileLogWriter.this.threads.lock")
        void begun() {
            if (open == this) {
                open = null;
            }
        }

        @Override
        void write(int others) throws IOException {
            offset = files.write(bytes, length, others);
        }

        /** The array may be reused. */
        @Override
        @GuardedBy("FileLogWriter.this.threads.lock")
        void written() {
            spare = bytes.length <= MAX_FLUSH_BYTES ? bytes : spare;
        }

        @Override
        void sync() throws IOException {
            files.sync();
            offset = NOWHERE;
        }

        /** Cuts off what was written but could not be synced, so that nobody finds it. */
        @Override
        void abandon(IOException cause) {
            if (offset != NOWHERE) {
                files.takeBack(offset);
            }
        }

        @Override
        void report() {
            listener.durable(ticket);
        }
    }
}
