/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.read.ReadException;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.jspecify.annotations.Nullable;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What readers ask of an instance, run one after the other in short mails of its operator. Between
 * two of them transactions go on. Pins come before reads, so that they do not wait behind scans.
 *
 * <p>Tasks may be added by any thread; the rest is confined to the mailbox thread.
 */
final class ReadQueue {
    private static final int MAX_TASKS = 65_536;
    private static final long SLICE_NANOS = 250_000;

    private final MailboxExecutor mailbox;
    private final String name;
    private final Runnable afterSlice;
    private final Queue<ReadTask<?>> pins = new ConcurrentLinkedQueue<>();
    private final Queue<ReadTask<?>> reads = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingReads = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * @param name of the instance, for messages
     * @param afterSlice run after each slice; what it throws fails the task
     */
    ReadQueue(MailboxExecutor mailbox, String name, Runnable afterSlice) {
        this.mailbox = mailbox;
        this.name = name;
        this.afterSlice = afterSlice;
    }

    /** Adds what is short and must not be refused. */
    void addPin(ReadTask<?> task) {
        add(task, pins);
    }

    void addRead(ReadTask<?> task) {
        if (waitingReads.incrementAndGet() > MAX_TASKS) {
            waitingReads.decrementAndGet();
            task.fail(
                    new ReadException(
                            ReadException.Reason.OVERLOADED,
                            "Cannot read state: too many reads wait, instance="
                                    + name
                                    + ", limit="
                                    + MAX_TASKS));
            return;
        }
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
        long until = System.nanoTime() + SLICE_NANOS;
        boolean inTime = true;
        ReadTask<?> pin = pins.poll();
        while (pin != null) {
            isOver(pin, until);
            inTime = System.nanoTime() < until;
            pin = inTime ? pins.poll() : null;
        }
        ReadTask<?> read = inTime ? reads.poll() : null;
        while (read != null) {
            if (isOver(read, until)) {
                waitingReads.decrementAndGet();
            } else {
                reads.add(read);
            }
            read = System.nanoTime() < until ? reads.poll() : null;
        }
        afterSlice.run();
        if (!pins.isEmpty() || !reads.isEmpty()) {
            schedule();
        }
    }

    /** A read that goes wrong must not fail the job: the reader may have asked nonsense. */
    private static boolean isOver(ReadTask<?> task, long until) {
        try {
            return task.answer().isDone() || task.run(until);
        } catch (Exception e) {
            task.fail(e);
            return true;
        }
    }

    /** Fails what waits, and what will come. */
    void close() {
        closed = true;
        failAll();
    }

    private void failAll() {
        fail(pins);
        fail(reads);
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
                "Cannot read state: the instance has ended, instance=" + name);
    }
}
