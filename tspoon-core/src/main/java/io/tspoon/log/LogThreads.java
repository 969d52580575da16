/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads that write a part, and the order in which they do it.
 *
 * <p>Tasks begin in the order in which they were added. While a flush is synced, the next one may
 * be written by another thread: as many are on their way at once as there are threads. They are
 * reported in order, each when it and those before it are durable. Any other task goes alone; one
 * that would take long does a part and gets in line again. The threads park when there is nothing
 * that may begin. A flush that may rest does not begin before some time has passed since the one
 * before began, so that a busy log makes few and large ones.
 *
 * <p>The lock is held for copies in memory only, never for input or output.
 */
final class LogThreads {
    private static final Logger LOG = LoggerFactory.getLogger(LogThreads.class);

    private final LogFailure failure;
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mayBegin = lock.newCondition();

    // Guarded by the lock.
    private final ArrayDeque<Task> tasks = new ArrayDeque<>();

    /** Flushes that have begun, in this order; the first is not durable yet. */
    private final ArrayDeque<Flush> onTheWay = new ArrayDeque<>();

    /** Whether a flush is written, or something else is done. */
    private boolean busy;

    private final long restNanos;
    private long flushes;
    private long lastBegunNanos;

    /** Whether a thread looks again when the rest is over. */
    private boolean resting;

    private int waiting;
    private boolean woken;

    /** Threads that will look for a task without being woken. */
    private int coming;

    private boolean closing;
    private @Nullable IOException failed;

    private final Object reports = new Object();

    /** Guarded by {@link #reports}. */
    private long reported;

    /**
     * @param count of the threads, and of the flushes that may be on their way at once
     * @param restNanos between the beginnings of two flushes, if the second may rest
     */
    LogThreads(int count, long restNanos, String name, LogFailure failure) {
        this.failure = failure;
        this.restNanos = restNanos;
        this.lastBegunNanos = System.nanoTime() - restNanos;
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::run, name);
            thread.setDaemon(true);
            threads.add(thread);
        }
        coming = count;
        threads.forEach(Thread::start);
    }

    /** What the threads have to do. */
    abstract static sealed class Task {
        /**
         * Will not be done, or has failed; nothing that is not on its way follows, and the failure
         * is told afterwards.
         */
        void abandon(IOException cause) {}
    }

    /** Runs when no flush is on its way, and none begins meanwhile. */
    abstract static non-sealed class Step extends Task {
        /**
         * Does all there is to do, or a part.
         *
         * @return whether to run once more, behind what waits by then; never when the log is closed
         */
        abstract boolean run() throws IOException;
    }

    /** What is written in one piece, and synced then. */
    abstract static non-sealed class Flush extends Task {
        private long number;
        private boolean durable;

        /** Whether it may begin while another one is on its way. Called under the lock. */
        abstract boolean mayGoBeside();

        /** Whether it should rather wait a little for more to come. Called under the lock. */
        abstract boolean mayRest();

        /** Takes nothing more. Called under the lock. */
        abstract void begun();

        /**
         * Writes.
         *
         * @param others how many flushes directly before this one may not be durable yet
         */
        abstract void write(int others) throws IOException;

        /** The next one may be written. Called under the lock. */
        abstract void written();

        /** Waits until all that has been written is durable. */
        abstract void sync() throws IOException;

        /** It is durable, and so are all before it, which may not have been reported. */
        abstract void report();
    }

    // ------------------------------------------------------------------ who adds tasks

    /** To be held for all calls up to {@link #wakeIfDue}. */
    ReentrantLock lock() {
        return lock;
    }

    /** Whether the log has failed or is closed; then nothing may be added. */
    boolean isOver() {
        return failed != null || closing;
    }

    /** Says why nothing may be added, if that is so. */
    void checkNotOver() throws IOException {
        checkNotFailed();
        if (closing) {
            throw new IOException("Cannot write to log: it is closed");
        }
    }

    void add(Task task) {
        tasks.add(task);
        wakeIfDue();
    }

    /** To be called when a flush that waits has grown. */
    void wakeIfDue() {
        Task head = tasks.peek();
        if (waiting > 0
                && coming == 0
                && !woken
                && mayBegin(head)
                && (!resting || restNanos(head) <= 0)) {
            woken = true;
            mayBegin.signal();
        }
    }

    /**
     * Does what there is to do, and ends the threads. If the caller is interrupted, only what has
     * begun is waited for.
     *
     * @return false if they were ended before
     */
    boolean close() {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
            closing = true;
            mayBegin.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    abandonTasks(new InterruptedIOException("Cannot close log: interrupted"));
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Says why the log has failed, if it has; under the lock, or when the threads have ended. */
    void checkNotFailed() throws IOException {
        if (failed != null) {
            throw new IOException(failed.getMessage(), failed);
        }
    }

    // ------------------------------------------------------------------ the threads

    private void run() {
        for (Task task = next(); task != null; task = next()) {
            try {
                if (task instanceof Flush flush) {
                    flush(flush);
                } else {
                    Step step = (Step) task;
                    endStep(step, step.run());
                }
            } catch (IOException e) {
                fail(task, e);
            } catch (Throwable e) {
                fail(task, new IOException("Cannot write to log: " + e, e));
            }
        }
    }

    private void flush(Flush flush) throws IOException {
        flush.write(onTheWayBefore(flush));
        endWrite(flush);
        flush.sync();
        synced(flush);
    }

    /** The next task, which begins; null if there will be none. */
    private @Nullable Task next() {
        lock.lock();
        try {
            while (!mayBegin(tasks.peek()) || restNanos(tasks.peek()) > 0) {
                if (failed != null || (closing && tasks.isEmpty())) {
                    mayBegin.signalAll();
                    return null;
                }
                boolean rests = mayBegin(tasks.peek()) && !resting;
                fallAsleep(rests);
                try {
                    var unused =
                            mayBegin.awaitNanos(rests ? restNanos(tasks.peek()) : Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    LOG.debug("Log thread was interrupted; it goes on", e); // nobody has it
                }
                wakeUp(rests);
            }
            coming--;
            Task task = tasks.remove();
            busy = true;
            if (task instanceof Flush flush) {
                lastBegunNanos = System.nanoTime();
                flush.begun();
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    private void fallAsleep(boolean rests) {
        waiting++;
        coming--;
        resting |= rests;
    }

    private void wakeUp(boolean rests) {
        coming++;
        waiting--;
        resting &= !rests;
        woken = false;
    }

    /** How long the task has to wait for more, if anything can still be added. */
    private long restNanos(@Nullable Task task) {
        boolean mayGrow = !closing && failed == null && tasks.size() == 1;
        return mayGrow && task instanceof Flush flush && flush.mayRest()
                ? lastBegunNanos + restNanos - System.nanoTime()
                : 0;
    }

    private boolean mayBegin(@Nullable Task task) {
        return task != null
                && !busy
                && (onTheWay.isEmpty()
                        || (task instanceof Flush flush
                                && flush.mayGoBeside()
                                && onTheWay.size() < threads.size()));
    }

    private int onTheWayBefore(Flush flush) {
        lock.lock();
        try {
            int before = onTheWay.size();
            onTheWay.add(flush);
            flush.number = ++flushes;
            return before;
        } finally {
            lock.unlock();
        }
    }

    private void endStep(Step step, boolean again) {
        lock.lock();
        try {
            busy = false;
            coming++;
            if (again && !isOver()) {
                tasks.add(step); // this thread looks next
            }
        } finally {
            lock.unlock();
        }
    }

    private void endWrite(Flush flush) {
        lock.lock();
        try {
            flush.written();
            busy = false;
            wakeIfDue();
        } finally {
            lock.unlock();
        }
    }

    private void synced(Flush flush) {
        Flush last = null;
        lock.lock();
        try {
            coming++;
            flush.durable = true;
            Flush first = onTheWay.peek();
            while (first != null && first.durable) {
                last = onTheWay.remove();
                first = onTheWay.peek();
            }
        } finally {
            lock.unlock();
        }
        if (last != null) {
            report(last);
        }
    }

    private void report(Flush last) {
        synchronized (reports) {
            if (last.number > reported) {
                reported = last.number;
                last.report();
            }
        }
    }

    private void fail(Task task, IOException cause) {
        boolean isFirst;
        List<Task> abandoned;
        lock.lock();
        try {
            isFirst = failed == null;
            failed = isFirst ? cause : failed;
            abandoned = takeTasks();
        } finally {
            lock.unlock();
        }
        task.abandon(cause);
        abandoned.forEach(other -> other.abandon(cause));
        if (isFirst) {
            tell(cause);
        }
    }

    private void tell(IOException cause) {
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

    private void abandonTasks(IOException cause) {
        List<Task> abandoned;
        lock.lock();
        try {
            abandoned = takeTasks();
        } finally {
            lock.unlock();
        }
        abandoned.forEach(task -> task.abandon(cause));
    }

    /** Those that have not begun; called under the lock. */
    private List<Task> takeTasks() {
        List<Task> taken = new ArrayList<>(tasks);
        tasks.clear();
        mayBegin.signalAll();
        return taken;
    }
}
