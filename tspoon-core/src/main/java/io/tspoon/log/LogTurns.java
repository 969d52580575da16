/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.log.LogThreads.Flush;
import io.tspoon.log.LogThreads.Step;
import io.tspoon.log.LogThreads.Task;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Which task of a log begins next, and when a thread is woken up for it. It has no thread, no lock
 * and no clock of its own: whoever calls it holds the lock of {@link LogThreads}.
 */
final class LogTurns {
    /*
     * A thread looks for a task with begin(). If there is none it falls asleep, until it is woken
     * up, and then looks again. Nobody is woken up while a thread is coming, which looks anyway, or
     * while one is woken that has not looked yet. One sleeper at a time minds the clock (resting):
     * it looks again when the head of the tasks has rested for long enough.
     *
     * So this must hold: while a task may begin, a thread is coming, woken or resting.
     */

    private final int mostOnTheWay;
    private final long restNanos;
    private final LongSupplier nanoTime;
    private final Sleepers sleepers;

    private final ArrayDeque<Task> tasks = new ArrayDeque<>();

    /** Flushes that have begun, in that order; the first one is not durable yet. */
    private final ArrayDeque<Flush> onTheWay = new ArrayDeque<>();

    /** Whether a flush is being written or a step is running. */
    private boolean busy;

    private long flushes;
    private long lastBegunNanos;

    /** Whether a thread will look again when the rest is over. */
    private boolean resting;

    private int waiting;
    private boolean woken;

    /** Threads that will look for a task without being woken up. */
    private int coming;

    private boolean over;
    private boolean closing;

    /**
     * @param threads how many look for tasks; and the highest number of flushes on the way
     * @param restNanos time between the beginnings of two flushes if the second may rest
     */
    LogTurns(int threads, long restNanos, LongSupplier nanoTime, Sleepers sleepers) {
        this.mostOnTheWay = threads;
        this.restNanos = restNanos;
        this.nanoTime = nanoTime;
        this.sleepers = sleepers;
        this.lastBegunNanos = nanoTime.getAsLong() - restNanos;
        this.coming = threads;
    }

    /** The threads that have fallen asleep. */
    interface Sleepers {
        void wakeOne();

        void wakeAll();
    }

    // ------------------------------------------------------------------ adding tasks

    void add(Task task) {
        tasks.add(task);
        wakeIfDue();
    }

    /** Must be called when a waiting flush has grown. */
    void wakeIfDue() {
        Task head = tasks.peek();
        if (waiting > 0
                && coming == 0
                && !woken
                && mayBegin(head)
                && (!resting || restNanos(head) <= 0)) {
            woken = true;
            sleepers.wakeOne();
        }
    }

    /** Nothing is added any more, and nothing rests. */
    void close() {
        closing = true;
        sleepers.wakeAll();
    }

    boolean isClosing() {
        return closing;
    }

    /** The log has failed: nothing begins any more. Gives the tasks that have not begun. */
    List<Task> fail() {
        over = true;
        return take();
    }

    /** Removes the tasks that have not begun. */
    List<Task> take() {
        List<Task> taken = new ArrayList<>(tasks);
        tasks.clear();
        sleepers.wakeAll();
        return taken;
    }

    // ------------------------------------------------------------------ a thread

    /** Begins the next task; null if none may begin now. */
    @Nullable Task begin() {
        Task task = tasks.peek();
        if (!mayBegin(task) || restNanos(task) > 0) {
            return null;
        }
        coming--;
        tasks.remove();
        busy = true;
        if (task instanceof Flush flush) {
            lastBegunNanos = nanoTime.getAsLong();
            flush.begun();
        }
        return task;
    }

    /** Whether a thread that has found no task is to end; it tells the others. */
    boolean isEnd() {
        boolean end = over || (closing && tasks.isEmpty());
        if (end) {
            sleepers.wakeAll();
        }
        return end;
    }

    /** Whether the thread is to look again after {@link #restNanos()} even if nobody wakes it. */
    boolean fallAsleep() {
        boolean rests = mayBegin() && !resting;
        waiting++;
        coming--;
        resting |= rests;
        return rests;
    }

    /** The argument is what {@link #fallAsleep} gave. */
    void wakeUp(boolean rests) {
        coming++;
        waiting--;
        resting &= !rests;
        woken = false;
    }

    /** Whether the next task may begin, unless it waits for more. */
    boolean mayBegin() {
        return mayBegin(tasks.peek());
    }

    /** How long the next task should still wait for more. */
    long restNanos() {
        return restNanos(tasks.peek());
    }

    /** The flush that has begun is about to be written; how many before it are on the way. */
    int write(Flush flush) {
        int before = onTheWay.size();
        onTheWay.add(flush);
        flush.number = ++flushes;
        return before;
    }

    void written(Flush flush) {
        flush.written();
        busy = false;
        wakeIfDue();
    }

    /**
     * The newest flush that is durable by this one, to be reported; null if an older one is not.
     */
    @Nullable Flush synced(Flush flush) {
        coming++;
        flush.durable = true;
        Flush last = null;
        Flush first = onTheWay.peek();
        while (first != null && first.durable) {
            last = onTheWay.remove();
            first = onTheWay.peek();
        }
        return last;
    }

    /** The thread looks for a task next. */
    void ran(Step step, boolean again) {
        busy = false;
        coming++;
        if (again && !over && !closing) {
            tasks.add(step);
        }
    }

    /** How long the task should still wait for more, if anything can be added to it. */
    private long restNanos(@Nullable Task task) {
        boolean mayGrow = !closing && !over && tasks.size() == 1;
        return mayGrow && task instanceof Flush flush && flush.mayRest()
                ? lastBegunNanos + restNanos - nanoTime.getAsLong()
                : 0;
    }

    private boolean mayBegin(@Nullable Task task) {
        return task != null
                && !busy
                && (onTheWay.isEmpty()
                        || (task instanceof Flush flush
                                && flush.mayGoBeside()
                                && onTheWay.size() < mostOnTheWay));
    }

    @Override
    public String toString() {
        return "tasks="
                + tasks
                + ", onTheWay="
                + onTheWay
                + ", busy="
                + busy
                + ", coming="
                + coming
                + ", waiting="
                + waiting
                + ", woken="
                + woken
                + ", resting="
                + resting
                + ", closing="
                + closing
                + ", over="
                + over;
    }
}
