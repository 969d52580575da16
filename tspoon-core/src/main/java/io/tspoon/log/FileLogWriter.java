/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes a part to files, on a thread of its own.
 *
 * <p>While the log thread writes and syncs one flush, what is appended is gathered for the next
 * one. So an idle log makes one record durable at the cost of one sync, and a busy one many. The
 * thread parks when there is nothing to do. The lock is held for copies in memory only, never for
 * input or output.
 *
 * <p>Memory: what is appended and not yet durable. That is bounded by who appends, since each
 * coordinator has a limited number of transactions in flight and hears of every flush.
 */
final class FileLogWriter implements LogWriter {
    /** A flush takes no more, unless a single call appends more. */
    static final int MAX_FLUSH_BYTES = 1 << 22;

    private static final Logger LOG = LoggerFactory.getLogger(FileLogWriter.class);

    private final PartFiles files;
    private final LogFailure failure;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();

    // Guarded by the lock.
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private @Nullable Batch open;
    private @Nullable Batch spare;
    private boolean idle;
    private boolean closing;
    private @Nullable IOException failed;

    /** Set before the first append, which the lock hands over to the log thread. */
    private Durable listener = ticket -> {};

    // The appending thread's.
    private boolean begun;
    private long lastTicket = Long.MIN_VALUE;

    FileLogWriter(PartFiles files, String name, LogFailure failure) {
        this.files = files;
        this.failure = failure;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What the log thread does, one after the other. */
    private interface Step {
        void run() throws IOException;

        /** Will not be run, or has failed. */
        default void abandon(IOException cause) {}
    }

    // ------------------------------------------------------------------ the appending thread

    @Override
    public void onDurable(Durable durable) {
        listener = durable;
    }

    @Override
    public void append(long ticket, byte[] records, int length) {
        if (!begun || ticket <= lastTicket || length > FlushFrame.MAX_BODY_BYTES) {
            throw new IllegalStateException(
                    "Cannot append to log: no segment has begun, the ticket does not grow, or too"
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
        lock.lock();
        try {
            if (failed != null || closing) {
                return;
            }
            Batch batch = open;
            if (batch == null || !batch.hasRoomFor(length)) {
                batch = spare == null ? new Batch() : spare;
                spare = null;
                open = batch;
                add(batch);
            }
            batch.add(ticket, records, length);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long roll(byte[] header) throws IOException {
        Roll roll = new Roll(header);
        enqueue(roll);
        try {
            long position = roll.position.get();
            begun = true;
            return position;
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
        enqueue(() -> files.deleteBefore(position));
    }

    @Override
    public long bytes() {
        return files.bytes();
    }

    private void enqueue(Step step) throws IOException {
        lock.lock();
        try {
            if (failed != null) {
                throw new IOException(failed.getMessage(), failed);
            }
            if (closing) {
                throw new IOException("Cannot write to log: it is closed");
            }
            open = null;
            add(step);
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    private void add(Step step) {
        steps.add(step);
        if (idle) {
            work.signal();
        }
    }

    /**
     * Makes durable what was appended. If the caller is interrupted, only what is on its way is
     * waited for: a thread that wrote on could get into the reading of the next run.
     */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (closing) {
                return;
            }
            closing = true;
            work.signal();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                abandonSteps(new InterruptedIOException("Cannot close log: interrupted"));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failed != null) {
            throw new IOException(failed.getMessage(), failed);
        }
    }

    // ------------------------------------------------------------------ the log thread

    private void run() {
        try {
            for (Step step = next(); step != null; step = next()) {
                if (!runStep(step)) {
                    break;
                }
            }
        } finally {
            try {
                files.close();
            } catch (IOException e) {
                LOG.warn(
                        "Cannot close log segment: {}. All that was reported durable is so;"
                                + " nothing needs to be done",
                        e.toString(),
                        e);
            }
        }
    }

    private boolean runStep(Step step) {
        try {
            step.run();
            return true;
        } catch (IOException e) {
            fail(step, e);
        } catch (Throwable e) {
            fail(step, new IOException("Cannot write to log: " + e, e));
        }
        return false;
    }

    /** The next step; null when the log is closed and all is done. */
    private @Nullable Step next() {
        lock.lock();
        try {
            while (steps.isEmpty()) {
                if (closing) {
                    return null;
                }
                idle = true;
                work.awaitUninterruptibly();
                idle = false;
            }
            Step step = steps.remove();
            if (step == open) {
                open = null;
            }
            return step;
        } finally {
            lock.unlock();
        }
    }

    private void fail(Step step, IOException cause) {
        lock.lock();
        try {
            failed = cause;
        } finally {
            lock.unlock();
        }
        step.abandon(cause);
        abandonSteps(cause);
        try {
            failure.failed(cause);
        } catch (RuntimeException e) {
            LOG.error(
                    "Cannot report that the log failed: {}. No more transactions commit, and the"
                            + " job fails at their deadline. What the log said: {}",
                    e.toString(),
                    cause.toString(),
                    e);
        }
    }

    private void abandonSteps(IOException cause) {
        List<Step> abandoned;
        lock.lock();
        try {
            abandoned = new ArrayList<>(steps);
            steps.clear();
            open = null;
            spare = null;
        } finally {
            lock.unlock();
        }
        for (Step step : abandoned) {
            step.abandon(cause);
        }
    }

    /** Begins a segment. */
    private final class Roll implements Step {
        private final byte[] header;
        private final CompletableFuture<Long> position = new CompletableFuture<>();

        Roll(byte[] header) {
            this.header = header;
        }

        @Override
        public void run() throws IOException {
            position.complete(files.roll(header));
        }

        @Override
        public void abandon(IOException cause) {
            position.completeExceptionally(cause);
        }
    }

    /** What goes into one flush, with room for the frame's prefix. Two of them take turns. */
    private final class Batch implements Step {
        private byte[] bytes = new byte[1 << 16];
        private int length = FlushFrame.PREFIX_BYTES;
        private long ticket;

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
        public void run() throws IOException {
            files.flush(bytes, length);
            listener.durable(ticket);
            length = FlushFrame.PREFIX_BYTES;
            if (bytes.length <= MAX_FLUSH_BYTES) {
                recycle();
            }
        }

        private void recycle() {
            lock.lock();
            try {
                spare = this;
            } finally {
                lock.unlock();
            }
        }
    }
}
