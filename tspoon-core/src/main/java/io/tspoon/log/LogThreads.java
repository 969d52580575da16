/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads that write a part, and the order in which they do so.
 *
 * <p>The lock is held only for copies in memory, never for input or output.
 */
final class LogThreads {
    /*
     * Tasks begin in the order in which they were added. While one thread syncs a flush, another
     * one may write the next flush, so there are at most as many flushes under way as there are
     * threads. Flushes are reported in order, each when it and all before it are durable.
     *
     * Any other task (a step) runs alone; one that would take long does a part of its work and gets
     * in line again.
     *
     * Threads park while no task may begin. A flush that may rest does not begin until some time
     * after the beginning of the previous one, so that a busy log makes few and large flushes.
     */

    private static final Logger LOG = LoggerFactory.getLogger(LogThreads.class);

    private final LogFailure failure;
    private final List<Thread> threads = new ArrayList<>();

    /** Held during calls that add tasks, up to {@link #wakeIfDue}. */
    final ReentrantLock lock = new ReentrantLock();

    private final Condition mayBegin = lock.newCondition();

    @GuardedBy("lock")
    private final LogTurns turns;

    @GuardedBy("lock")
    private @Nullable IOException failed;

    private final Object reports = new Object();

    @GuardedBy("reports")
    private long reported;

    /**
     * @param count number of threads, and highest number of flushes under way at once
     * @param restNanos time between the beginnings of two flushes if the second may rest
     */
    LogThreads(int count, long restNanos, String name, LogFailure failure) {
        this.failure = failure;
        this.turns =
                new LogTurns(
                        count,
                        restNanos,
                        System::nanoTime,
                        new LogTurns.Sleepers() {
                            @Override
                            public void wakeOne() {
                                mayBegin.signal();
                            }

                            @Override
                            public void wakeAll() {
                                mayBegin.signalAll();
                            }
                        });
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::run, name);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** A task of the threads. */
    abstract static sealed class Task {
        /**
         * Called if the task failed or will not run. No task that has not begun yet runs after
         * this, and the failure is reported afterwards.
         */
        void abandon(IOException cause) {}
    }

    /** Runs while no flush is under way; none begins meanwhile. */
    abstract static non-sealed class Step extends Task {
        /**
         * Does all of its work, or a part.
         *
         * @return whether to run again, behind what is waiting by then; it does not once the log is
         *     closed
         */
        abstract boolean run() throws IOException;
    }

    /** Something that is written in one piece and then synced. */
    abstract static non-sealed class Flush extends Task {
        /** From 1 on, and whether it is durable: kept by {@link LogTurns}. */
        long number;

        boolean durable;

        /** Whether it may begin while another flush is under way. Called under the lock. */
        abstract boolean mayGoBeside();

        /** Whether it should wait a little for more to be added. Called under the lock. */
        abstract boolean mayRest();

        /** Nothing can be added to it any more. Called under the lock. */
        abstract void begun();

        /**
         * Writes the flush.
         *
         * @param others how many flushes directly before this one may not be durable yet
         */
        abstract void write(int others) throws IOException;

        /** It has been written, and the next one may be. Called under the lock. */
        abstract void written();

        /** Waits until everything written so far is durable. */
        abstract void sync() throws IOException;

        /** It is durable, and so are all flushes before it, even those that were not reported. */
        abstract void report();
    }

    // ------------------------------------------------------------------ adding tasks

    /** Whether the log has failed or is closed, so that nothing may be added. */
    @GuardedBy("lock")
    boolean isOver() {
        return failed != null || turns.isClosing();
    }

    /** Throws if the log has failed or is closed. */
    @GuardedBy("lock")
    void checkNotOver() throws IOException {
        checkNotFailed();
        if (turns.isClosing()) {
            throw new IOException("[TSP-3010] Cannot write to log: it is closed");
        }
    }

    @GuardedBy("lock")
    void add(Task task) {
        turns.add(task);
    }

    /** Must be called when a waiting flush has grown. */
    @GuardedBy("lock")
    void wakeIfDue() {
        turns.wakeIfDue();
    }

    /**
     * Runs the tasks that are left, and ends the threads. If the caller is interrupted, only tasks
     * that have begun are awaited.
     *
     * @return false if the threads were ended before
     */
    boolean close() {
        lock.lock();
        try {
            if (turns.isClosing()) {
                return false;
            }
            turns.close();
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
                    abandonTasks(
                            new InterruptedIOException("[TSP-3011] Cannot close log: interrupted"));
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Throws if the log has failed. */
    void checkNotFailed() throws IOException {
        lock.lock();
        try {
            if (failed != null) {
                throw new IOException(failed.getMessage(), failed);
            }
        } finally {
            lock.unlock();
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
                fail(task, new IOException("[TSP-3023] Cannot write to log: " + e, e));
            }
        }
    }

    private void flush(Flush flush) throws IOException {
        flush.write(onTheWayBefore(flush));
        endWrite(flush);
        flush.sync();
        synced(flush);
    }

    /** Begins the next task; null if there will be none. */
    private @Nullable Task next() {
        lock.lock();
        try {
            Task task = turns.begin();
            while (task == null && !turns.isEnd()) {
                boolean rests = turns.fallAsleep();
                try {
                    var unused = mayBegin.awaitNanos(rests ? turns.restNanos() : Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    LOG.debug("Log thread was interrupted; it goes on", e); // not on purpose
                }
                turns.wakeUp(rests);
                task = turns.begin();
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    private int onTheWayBefore(Flush flush) {
        lock.lock();
        try {
            return turns.write(flush);
        } finally {
            lock.unlock();
        }
    }

    private void endStep(Step step, boolean again) {
        lock.lock();
        try {
            turns.ran(step, again);
        } finally {
            lock.unlock();
        }
    }

    private void endWrite(Flush flush) {
        lock.lock();
        try {
            turns.written(flush);
        } finally {
            lock.unlock();
        }
    }

    private void synced(Flush flush) {
        Flush last;
        lock.lock();
        try {
            last = turns.synced(flush);
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
            abandoned = turns.fail();
        } finally {
            lock.unlock();
        }
        task.abandon(cause);
        abandoned.forEach(other -> other.abandon(cause));
        if (isFirst) {
            reportFailure(cause);
        }
    }

    private void reportFailure(IOException cause) {
        try {
            failure.failed(cause);
        } catch (RuntimeException e) {
            LOG.error(
                    "[TSP-3012] Cannot report that the log failed: {}. No more transactions commit,"
                            + " and the job fails at their deadline. What the log said: {}",
                    e.toString(),
                    cause.toString(),
                    e);
        }
    }

    private void abandonTasks(IOException cause) {
        List<Task> abandoned;
        lock.lock();
        try {
            abandoned = turns.take();
        } finally {
            lock.unlock();
        }
        abandoned.forEach(task -> task.abandon(cause));
    }
}
