/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.read.ReadException;

import org.apache.flink.api.common.operators.MailboxExecutor;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What readers ask of an instance, run one after the other in short mails of its operator. Between
 * two of them transactions go on.
 *
 * <p>Tasks may be added by any thread; the rest is confined to the mailbox thread.
 */
final class ReadQueue {
    private static final int MAX_TASKS = 65_536;
    private static final long SLICE_NANOS = 250_000;

    private final MailboxExecutor mailbox;
    private final String name;
    private final ConcurrentLinkedQueue<ReadTask<?>> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * @param name of the instance, for messages
     */
    ReadQueue(MailboxExecutor mailbox, String name) {
        this.mailbox = mailbox;
        this.name = name;
    }

    void add(ReadTask<?> task) {
        if (closed) {
            task.fail(gone());
            return;
        }
        if (size.incrementAndGet() > MAX_TASKS) {
            size.decrementAndGet();
            task.fail(
                    new ReadException(
                            ReadException.Reason.OVERLOADED,
                            "Cannot read state: too many reads wait, instance="
                                    + name
                                    + ", limit="
                                    + MAX_TASKS));
            return;
        }
        tasks.add(task);
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
        ReadTask<?> task = tasks.poll();
        while (task != null) {
            if (isOver(task, until)) {
                size.decrementAndGet();
            } else {
                tasks.add(task);
            }
            if (System.nanoTime() >= until) {
                break;
            }
            task = tasks.poll();
        }
        if (!tasks.isEmpty()) {
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
        ReadTask<?> task = tasks.poll();
        while (task != null) {
            task.fail(gone());
            task = tasks.poll();
        }
    }

    private ReadException gone() {
        return new ReadException(
                ReadException.Reason.GONE,
                "Cannot read state: the instance has ended, instance=" + name);
    }
}
