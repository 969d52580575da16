/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.jspecify.annotations.Nullable;

import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The tasks of readers at one instance, run one after the other in short mails of its operator.
 * Transactions go on between two mails. Pins come before reads, so that they do not wait behind
 * scans.
 *
 * <p>A read that takes longer than one mail, such as that of a scan, pauses before each further
 * turn. All such reads together take at most a third of the operator's time (ADR 0018).
 *
 * <p>Any thread may add tasks; everything else is confined to the mailbox thread.
 */
final class ReadQueue {
    private static final int MAX_TASKS = 65_536;
    private static final long SLICE_NANOS = 250_000;
    private static final long LONG_READ_SLICE_NANOS = 500_000;
    static final long PAUSE_NANOS = 1_000_000;

    private final MailboxExecutor mailbox;
    private final String name;
    private final Consumer<Runnable> later;
    private final LongSupplier nanoClock;
    private final Runnable afterSlice;
    private final Queue<ReadTask<?>> pins = new ConcurrentLinkedQueue<>();
    private final Deque<ReadTask<?>> reads = new ConcurrentLinkedDeque<>();
    private final Queue<ReadTask<?>> longReads = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingReads = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean closed;

    /** Whether long reads wait for the end of the pause. */
    private boolean pausing;

    private long pauseEnd;
    private boolean awaiting;

    /** Whether all input is processed, so that nothing can be run later any more. */
    private boolean finished;

    /**
     * @param name name of the instance, for messages
     * @param later runs an action in the mailbox about a millisecond later
     * @param nanoClock time in nanoseconds
     * @param afterSlice run after each slice; an exception from it fails the task
     */
    ReadQueue(
            MailboxExecutor mailbox,
            String name,
            Consumer<Runnable> later,
            LongSupplier nanoClock,
            Runnable afterSlice) {
        this.mailbox = mailbox;
        this.name = name;
        this.later = later;
        this.nanoClock = nanoClock;
        this.afterSlice = afterSlice;
    }

    /** Adds a task that is short and must not be refused. */
    void addPin(ReadTask<?> task) {
        add(task, pins);
    }

    void addRead(ReadTask<?> task) {
        if (waitingReads.incrementAndGet() > MAX_TASKS) {
            waitingReads.decrementAndGet();
            task.fail(
                    new ReadException(
                            ReadException.Reason.OVERLOADED,
                            "[TSP-2301] Cannot read state: too many reads wait, instance="
                                    + name
                                    + ", limit="
                                    + MAX_TASKS));
            return;
        }
        add(task, reads);
    }

    /** Adds a read once more that was admitted before and has waited for something. */
    void addAgain(ReadTask<?> task) {
        waitingReads.incrementAndGet();
        add(task, reads);
    }

    private void add(ReadTask<?> task, Queue<ReadTask<?>> queue) {
        if (closed) {
            task.fail(gone());
            return;
        }
        queue.add(task);
        schedule();
        if (closed) {
            failAll();
        }
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                mailbox.execute(this::run, "reads of %s", name);
            } catch (RejectedExecutionException e) {
                closed = true;
                failAll();
            }
        }
    }

    private void run() {
        scheduled.set(false);
        long until = nanoClock.getAsLong() + SLICE_NANOS;
        boolean wholeSlice = true;
        boolean inTime = true;
        ReadTask<?> pin = pins.poll();
        while (pin != null) {
            isOver(pin, until);
            wholeSlice = false;
            inTime = nanoClock.getAsLong() < until;
            pin = inTime ? pins.poll() : null;
        }
        ReadTask<?> read = inTime ? reads.poll() : null;
        while (read != null) {
            if (isOver(read, until)) {
                waitingReads.decrementAndGet();
            } else if (finished) {
                reads.add(read);
            } else if (wholeSlice) {
                longReads.add(read);
            } else {
                reads.addFirst(read);
                break;
            }
            wholeSlice = false;
            read = nanoClock.getAsLong() < until ? reads.poll() : null;
        }
        pauseLongReads();
        afterSlice.run();
        if (!pins.isEmpty() || !reads.isEmpty()) {
            schedule();
        }
    }

    /**
     * Continues long reads if the pause is over. To be called now and then, because a busy operator
     * runs delayed actions late.
     */
    void goOn() {
        if (!pausing) {
            return;
        }
        long now = nanoClock.getAsLong();
        if (now < pauseEnd) {
            return;
        }
        pausing = false;
        long until = now + LONG_READ_SLICE_NANOS;
        int count = longReads.size();
        ReadTask<?> read = longReads.poll();
        while (read != null) {
            if (isOver(read, until)) {
                waitingReads.decrementAndGet();
            } else {
                longReads.add(read);
            }
            read = --count > 0 && nanoClock.getAsLong() < until ? longReads.poll() : null;
        }
        pauseLongReads();
        afterSlice.run();
    }

    private void pauseLongReads() {
        if (!pausing && !longReads.isEmpty()) {
            pausing = true;
            pauseEnd = nanoClock.getAsLong() + PAUSE_NANOS;
            awaitPauseEnd();
        }
    }

    private void awaitPauseEnd() {
        if (!awaiting) {
            awaiting = true;
            later.accept(
                    () -> {
                        awaiting = false;
                        goOn();
                        if (pausing) {
                            awaitPauseEnd();
                        }
                    });
        }
    }

    /** All input is processed. From now on reads go on without pauses until the instance ends. */
    void finish() {
        finished = true;
        pausing = false;
        ReadTask<?> read = longReads.poll();
        while (read != null) {
            reads.add(read);
            read = longReads.poll();
        }
        schedule();
    }

    /**
     * Runs a task for a while; returns whether it is over. A read that fails must not fail the job,
     * because the reader may have asked nonsense.
     */
    private static boolean isOver(ReadTask<?> task, long until) {
        try {
            return task.answer().isDone() || task.run(until);
        } catch (Exception e) {
            task.fail(e);
            return true;
        }
    }

    /** Fails all tasks that wait, and all that will come. */
    void close() {
        closed = true;
        failAll();
    }

    private void failAll() {
        fail(pins);
        fail(reads);
        fail(longReads);
    }

    private void fail(Queue<ReadTask<?>> queue) {
        @Nullable ReadTask<?> task = queue.poll();
        while (task != null) {
            task.fail(gone());
            task = queue.poll();
        }
    }

    private ReadException gone() {
        return new ReadException(
                ReadException.Reason.GONE,
                "[TSP-2302] Cannot read state: the instance has ended, instance=" + name);
    }
}
