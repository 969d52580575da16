/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The crashes that are due. Shared by the tasks of one run and the program that plans them, or the
 * process that was told of them, so both must be in one process.
 *
 * <p>After a crash, no other crash happens until a task of the restarted job has started.
 * Thread-safe; each pass takes one lock.
 */
final class PlannedCrashes implements AutoCloseable {
    private static final ConcurrentMap<String, PlannedCrashes> RUNS = new ConcurrentHashMap<>();

    private final String run;
    private final WantedCrashes wanted;
    private final Consumer<CrashKind> crash;
    private final Deque<CrashKind> due = new ArrayDeque<>();
    private final Map<CrashKind, Integer> happened = new EnumMap<>(CrashKind.class);
    private int passes;
    private int attempt = -1;
    private long passed;
    private boolean down = true;

    /**
     * @param run name of the run, which must not be in use
     * @param wanted determines how long the input waits for crashes
     * @param crash crashes the caller who passes the place of a due crash
     */
    PlannedCrashes(String run, WantedCrashes wanted, Consumer<CrashKind> crash) {
        this.run = run;
        this.wanted = wanted;
        this.crash = crash;
        if (RUNS.putIfAbsent(run, this) != null) {
            throw new IllegalStateException("Cannot begin run: name is in use, run=" + run);
        }
    }

    static @Nullable PlannedCrashes find(String run) {
        return RUNS.get(run);
    }

    /**
     * Makes crashes due, one after the other, each when its place has been passed {@code
     * passesEach} times.
     */
    synchronized void arm(List<CrashKind> inARow, int passesEach) {
        due.clear();
        due.addAll(inARow);
        passes = passesEach;
    }

    /** Marks the first due crash as happened; the caller brings it about. */
    synchronized void happen() {
        CrashKind kind = due.remove();
        happened.merge(kind, 1, Integer::sum);
        passes = 1;
        down = true;
        notifyAll();
    }

    /** See {@link CrashPoint#pass}. */
    boolean pass(CrashKind kind) {
        boolean crashes = crashesAt(kind);
        if (crashes) {
            crash.accept(kind);
        }
        return crashes;
    }

    private synchronized boolean crashesAt(CrashKind kind) {
        passed++;
        if (down || due.peek() != kind) {
            return false;
        }
        passes--;
        if (passes > 0) {
            return false;
        }
        happen();
        return true;
    }

    /** See {@link CrashPoint#begin}. */
    synchronized void begin(int number) {
        if (number > attempt) {
            attempt = number;
            down = false;
            notifyAll();
        }
    }

    /** Waits until no crash is due and the job has restarted; false if that takes too long. */
    synchronized boolean awaitQuiet(Duration patience) throws InterruptedException {
        return await(patience, () -> !down && due.isEmpty());
    }

    /**
     * Waits until the job has restarted, even if it has crashed again since; false if that takes
     * too long.
     */
    synchronized boolean awaitBegunAfter(int number, Duration patience)
            throws InterruptedException {
        return await(patience, () -> attempt > number);
    }

    private synchronized boolean await(Duration patience, BooleanSupplier condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            long leftMs = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return true;
    }

    /**
     * How often any place has been passed. Grows as long as the job makes progress, however slowly.
     */
    synchronized long passed() {
        return passed;
    }

    /** Whether required crashes have not happened yet. */
    synchronized boolean isOwed() {
        return wanted.isOwed(happened);
    }

    /** Forgets the crashes that are due. */
    synchronized void disarm() {
        due.clear();
    }

    /** How often the job has restarted so far. */
    synchronized int recoveries() {
        return Math.max(attempt, 0);
    }

    synchronized Map<CrashKind, Integer> happened() {
        return new EnumMap<>(happened);
    }

    @Override
    public void close() {
        RUNS.remove(run);
    }
}
