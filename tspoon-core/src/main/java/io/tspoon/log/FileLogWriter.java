/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

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
 * <p>What is appended while a flush is on its way is gathered for the next one. So an idle log
 * makes one record durable at the cost of one sync, and a busy one many. If much is gathered, and
 * the files allow it, the next flush is written while the one before is synced: on a slow disk
 * nothing waits for a sync that it has no part in. On a fast one a flush of more than a few records
 * rests until it is large, or 2 ms have passed since the one before began: a write and a sync cost
 * the processor the same for 5 KB as for 50.
 *
 * <p>Memory: what is appended and not yet written. That is bounded by who appends, since each
 * coordinator has a limited number of transactions in flight and hears of every flush.
 */
final class FileLogWriter implements LogWriter {
    /** A flush takes no more, unless a single call appends more. */
    static final int MAX_FLUSH_BYTES = 1 << 22;

    /** A smaller flush does not begin while another one is on its way. */
    static final int LEAST_BYTES_BESIDE = 1 << 15;

    /** A flush of so much, but less than {@link #ENOUGH_BYTES}, waits for more. */
    static final int LEAST_BYTES_TO_REST = 1 << 12;

    static final int ENOUGH_BYTES = 1 << 16;

    /** How far apart flushes begin that wait for more. */
    static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Segments that are deleted between two flushes, which wait for that. */
    static final int MOST_DELETED = 8;

    private static final int MOST_ON_THE_WAY = 2;
    private static final int INITIAL_BYTES = 1 << 16;
    private static final long NOWHERE = -1;

    private static final Logger LOG = LoggerFactory.getLogger(FileLogWriter.class);

    private final PartFiles files;
    private final LogThreads threads;

    // Guarded by the lock of the threads.
    private @Nullable Batch open;
    private byte @Nullable [] spare;

    private volatile @Nullable Deletion lastDeletion;

    /** Set before the first append, which the lock hands over to the log threads. */
    private Durable listener = ticket -> {};

    // The appending thread's.
    private boolean begun;
    private long lastTicket = Long.MIN_VALUE;

    FileLogWriter(PartFiles files, String name, LogFailure failure) {
        this(files, REST_NANOS, name, failure);
    }

    /**
     * @param restNanos how far apart flushes begin that wait for more
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
                    "Cannot append to log: no segment has begun, the ticket falls, or too"
                            + " much at once, ticket="
                            + ticket
                            + ", last="
                            + lastTicket
                            + ", bytes="
                            + length
                            + ", limit="
                            + FlushFrame.MAX_BODY_BYTES);
        }
        lastTicket = ticket;
        threads.lock().lock();
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
            threads.lock().unlock();
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
            throw new InterruptedIOException("Cannot begin log segment: interrupted");
        }
    }

    @Override
    public void deleteBefore(long position) throws IOException {
        Deletion deletion = new Deletion(position);
        lastDeletion = deletion;
        add(deletion);
    }

    private void add(LogThreads.Step step) throws IOException {
        threads.lock().lock();
        try {
            threads.checkNotOver();
            open = null;
            threads.add(step);
        } finally {
            threads.lock().unlock();
        }
    }

    @Override
    public long bytes() {
        return files.bytes();
    }

    /**
     * Makes durable what was appended; what is not deleted by then is left to the next run. If the
     * caller is interrupted, only what is on its way is waited for: a thread that wrote on could
     * get into the reading of the next run.
     */
    @Override
    public void close() throws IOException {
        if (!threads.close()) {
            return;
        }
        // The channel of a file is closed when an interrupted thread uses it.
        boolean interrupted = Thread.interrupted();
        try {
            files.close();
        } catch (IOException e) {
            LOG.warn(
                    "Cannot close log segment: {}. All that was reported durable is so;"
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
     * Goes a few segments at a time: where a savepoint is not kept any more there may be thousands,
     * and flushes, the next segment and {@link #close} must not wait for all of them.
     */
    private final class Deletion extends LogThreads.Step {
        private final long position;

        Deletion(long position) {
            this.position = position;
        }

        @Override
        boolean run() {
            // A later one deletes these segments, too; there is one between two flushes.
            return lastDeletion == this && files.deleteBefore(position, MOST_DELETED);
        }
    }

    /** What goes into one flush, with room for the frame's prefix. */
    private final class Batch extends LogThreads.Flush {
        private byte[] bytes;
        private int length = FlushFrame.PREFIX_BYTES;
        private long ticket;

        /** Where it was written, as long as it is not durable. */
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
        void begun() {
            if (open == this) {
                open = null;
            }
        }

        @Override
        void write(int others) throws IOException {
            offset = files.write(bytes, length, others);
        }

        /** The array can be used again. */
        @Override
        void written() {
            spare = bytes.length <= MAX_FLUSH_BYTES ? bytes : spare;
        }

        @Override
        void sync() throws IOException {
            files.sync();
            offset = NOWHERE;
        }

        /** Nobody is to find what was written, for it could not be synced. */
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
