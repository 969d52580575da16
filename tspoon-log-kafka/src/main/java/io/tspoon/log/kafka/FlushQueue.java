/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The state that the three threads of a writer share: its owner appends and rolls, the log thread
 * takes flushes, Kafka's thread delivers the answers.
 *
 * <p>Invariant: a flush is taken only while fewer than {@link ClientProperties#MAX_IN_FLIGHT} are
 * on their way, and a header only when none is. After {@link #fail} or {@link #close} nothing is
 * added. The coordinator's admission window, not this queue, bounds what is appended and not taken
 * yet. No callback runs under the lock.
 */
final class FlushQueue {
    private static final long NO_POSITION = -1;

    private final LogPart part;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition toTake = lock.newCondition();
    private final Condition answered = lock.newCondition();

    @GuardedBy("lock")
    private final ArrayDeque<Appended> appended = new ArrayDeque<>();

    @GuardedBy("lock")
    private final FlushOrder inFlight = new FlushOrder();

    @GuardedBy("lock")
    private final KeptBytes kept = new KeptBytes();

    @GuardedBy("lock")
    private byte @Nullable [] header;

    @GuardedBy("lock")
    private long position = NO_POSITION;

    @GuardedBy("lock")
    private boolean begun;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private @Nullable IOException failed;

    FlushQueue(LogPart part) {
        this.part = part;
    }

    /**
     * Called by the owner. Does nothing after a failure, which the owner knows of, or after {@link
     * #close}: a job that fails may still make decisions that nobody will ever see.
     */
    void append(long ticket, byte[] records, int length) {
        byte[] copy = Arrays.copyOf(records, length);
        lock.lock();
        try {
            if (failed != null || closed) {
                return;
            }
            if (!begun) {
                throw new IllegalStateException(
                        "[TSP-6102] Cannot append to log: no segment is begun, " + part);
            }
            appended.addLast(new Appended(ticket, copy));
            toTake.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the owner. Sends a header once everything before it is durable, and waits for the
     * answer.
     */
    long roll(byte[] segmentHeader, long waitNanos) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException(
                        "[TSP-6103] Cannot begin segment of log: it is closed, " + part);
            }
            long left = awaitQuiet(waitNanos);
            header = segmentHeader;
            position = NO_POSITION;
            begun = true;
            toTake.signal();
            awaitQuiet(left);
            return position;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the owner.
     *
     * @return false if it was closed before
     */
    boolean close() {
        lock.lock();
        try {
            boolean first = !closed;
            closed = true;
            toTake.signal();
            return first;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the log thread. Waits for a flush; null if the time is up or no flush will come.
     */
    @Nullable Flush take(long waitNanos) throws InterruptedException {
        long left = waitNanos;
        lock.lock();
        try {
            while (!canTake()) {
                if (left <= 0 || isEnded()) {
                    return null;
                }
                left = toTake.awaitNanos(left);
            }
            Flush flush = next();
            inFlight.add(flush);
            return flush;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the log thread has nothing more to do. */
    boolean ended() {
        lock.lock();
        try {
            return isEnded();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called when a flush was answered.
     *
     * @return the highest ticket that has become durable; {@link Flush#NO_TICKET} if none has
     * @throws PartWentBackException if the offset is not above that of an earlier flush
     */
    long acknowledge(Flush flush, long offset) throws PartWentBackException {
        lock.lock();
        try {
            if (failed != null) {
                return Flush.NO_TICKET;
            }
            long durable = inFlight.acknowledge(flush, offset);
            if (flush.isHeader()) {
                position = offset;
                kept.begin(offset);
            }
            kept.add(flush.bytes());
            toTake.signal();
            answered.signalAll();
            return durable;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends everything.
     *
     * @return false if it has failed before
     */
    boolean fail(IOException cause) {
        lock.lock();
        try {
            boolean first = failed == null;
            if (first) {
                failed = cause;
                appended.clear();
                toTake.signal();
                answered.signalAll();
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Throws the first failure again. */
    void throwIfFailed() throws IOException {
        lock.lock();
        try {
            if (failed != null) {
                throw new IOException(failed.getMessage(), failed);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called when the brokers have confirmed that the segments before this one are deleted. */
    void deleteBefore(long oldest) {
        lock.lock();
        try {
            kept.deleteBefore(oldest);
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return kept.bytes();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean canTake() {
        if (failed != null) {
            return false;
        }
        return header != null
                || (!appended.isEmpty() && inFlight.size() < ClientProperties.MAX_IN_FLIGHT);
    }

    @GuardedBy("lock")
    private boolean isEnded() {
        return failed != null || (closed && isQuiet());
    }

    @GuardedBy("lock")
    private boolean isQuiet() {
        return header == null && appended.isEmpty() && inFlight.size() == 0;
    }

    @GuardedBy("lock")
    private Flush next() {
        if (header != null) {
            Flush flush = Flush.header(header);
            header = null;
            return flush;
        }
        List<byte[]> pieces = new ArrayList<>();
        int bytes = 0;
        long ticket = Flush.NO_TICKET;
        Appended first;
        while ((first = appended.peekFirst()) != null
                && (pieces.isEmpty()
                        || (long) bytes + first.records().length <= FlushLimits.TARGET_BYTES)) {
            appended.removeFirst();
            pieces.add(first.records());
            bytes += first.records().length;
            ticket = first.ticket();
        }
        return Flush.records(ticket, pieces);
    }

    /**
     * Waits until nothing is left to send or to be answered.
     *
     * @return what is left of the time
     */
    @GuardedBy("lock")
    private long awaitQuiet(long waitNanos) throws IOException {
        long left = waitNanos;
        while (!isQuiet() && failed == null) {
            if (left <= 0) {
                throw new IOException(
                        "[TSP-6104] Cannot begin segment of log: no answer, waitedMs="
                                + TimeUnit.NANOSECONDS.toMillis(waitNanos)
                                + ", "
                                + part
                                + "; "
                                + WriteFailure.CHECK_BROKERS);
            }
            try {
                left = answered.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted =
                        new InterruptedIOException(
                                "[TSP-6105] Cannot begin segment of log: interrupted, " + part);
                interrupted.initCause(e);
                throw interrupted;
            }
        }
        throwIfFailed();
        return left;
    }

    private record Appended(long ticket, byte[] records) {}
}
