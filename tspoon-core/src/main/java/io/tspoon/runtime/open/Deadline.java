/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.runtime.plan.GraphSettings;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Fails the job when a transaction takes too long, which shows that something does not answer.
 *
 * <p>Looks with each heartbeat whether all that was in flight at an earlier one has completed, and
 * only then at what has come since. So an age is never overrated, though admissions are not timed
 * one by one and a function before the t-graph may hold the thread for long; a transaction is found
 * that much later as those before it take.
 *
 * <p>The time in which a checkpoint barrier of another coordinator is late does not count: all that
 * this one has begun behind its own barrier waits for that, though nothing is wrong. Since nothing
 * is in flight when a barrier goes, all in flight is behind the last one. So open greets close
 * behind each barrier: close answers when the barriers of all coordinators have passed all
 * participants, for it reads nothing behind a barrier before. Ages count from that answer on.
 *
 * <p>Flink's notifications could not say that: there is none when a savepoint is complete. But no
 * barrier may be late for ever, lest a broken network be taken for one: when the checkpoint has
 * timed out, ages count whether close has answered or not. What never completes lets no further
 * barrier go, so it cannot be put off again.
 *
 * <p>At PL4 an element that finds its coordinator gone from the participants waits, before it is
 * admitted, until all have answered that it is back. That has the same deadline. Not so the first
 * greetings of a run, which wait until the others have started and recovered.
 *
 * <p>Confined to the mailbox thread. Every call is O(1).
 */
final class Deadline {
    private final AdmissionWindow<?> window;
    private final GraphSettings settings;
    private final long checkpointTimeoutNanos;
    private final LongSupplier logWaitingMs;
    private final LongSupplier nanoTime;

    /** Greetings that close has not answered yet. */
    private int unanswered;

    private long greetedNanos;
    private long answeredNanos;

    /** What was admitted up to this number was in flight already at that time. */
    private long watched;

    private long watchedNanos;

    /** Whether an element waits for answers of the participants, and since when. */
    private boolean joins;

    private long joinedNanos;

    /**
     * @param checkpointTimeoutMs how long a checkpoint may take
     * @param logWaitingMs for how long outcomes have waited for the log; 0 if none do
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    Deadline(
            AdmissionWindow<?> window,
            GraphSettings settings,
            long checkpointTimeoutMs,
            LongSupplier logWaitingMs,
            LongSupplier nanoTime) {
        this.window = window;
        this.settings = settings;
        this.checkpointTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(checkpointTimeoutMs);
        this.logWaitingMs = logWaitingMs;
        this.nanoTime = nanoTime;
        this.answeredNanos = nanoTime.getAsLong();
    }

    /**
     * @param log null if outcomes are not logged
     */
    static Deadline of(
            AdmissionWindow<?> window,
            GraphSettings settings,
            CheckpointSettings checkpoints,
            @Nullable OpenLog<?> log) {
        return new Deadline(
                window,
                settings,
                checkpoints.timeoutMs(),
                log == null ? () -> 0 : log.commits()::waitingMs,
                System::nanoTime);
    }

    /** Close was greeted: at the start, or behind a barrier. Nothing is in flight. */
    void closeGreeted() {
        unanswered++;
        greetedNanos = nanoTime.getAsLong();
    }

    /** Close has answered a greeting. */
    void closeAnswered() {
        unanswered--;
        answeredNanos = nanoTime.getAsLong();
    }

    /** Whether close has been greeted and has not answered. */
    boolean awaitsClose() {
        return unanswered > 0;
    }

    /** The participants were told that this coordinator is back, for an element waits. */
    void joins() {
        joins = true;
        joinedNanos = nanoTime.getAsLong();
    }

    /** The participants were told that this coordinator leaves: nobody waits for answers. */
    void left() {
        joins = false;
    }

    /**
     * Throws if a transaction has passed its deadline, or an element before it is one; called with
     * each heartbeat.
     *
     * @param greeted whether all participants have answered
     */
    void check(boolean greeted) {
        joins &= !greeted;
        if (joins) {
            long ageMs = countedMs(joinedNanos, nanoTime.getAsLong());
            if (ageMs > settings.deadlineMs()) {
                throw TransactionTimeoutException.ofJoining(settings, ageMs);
            }
        }
        if (window.inFlight() > 0) {
            checkOldest();
        }
    }

    private void checkOldest() {
        long now = nanoTime.getAsLong();
        if (window.oldestNumber() > watched) {
            watched = window.admitted();
            watchedNanos = now;
        }
        long ageMs = countedMs(watchedNanos, now);
        if (ageMs > settings.deadlineMs()) {
            throw TransactionTimeoutException.of(window, settings, ageMs, logWaitingMs.getAsLong());
        }
    }

    /** How much of the time since then counts. */
    private long countedMs(long sinceNanos, long now) {
        long countedNanos =
                unanswered == 0 ? now - answeredNanos : now - greetedNanos - checkpointTimeoutNanos;
        return Math.min(now - sinceNanos, countedNanos) / 1_000_000;
    }
}
