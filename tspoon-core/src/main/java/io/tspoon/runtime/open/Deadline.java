/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.runtime.plan.GraphSettings;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Fails the job when a transaction takes too long, which means that some part of the job no longer
 * answers.
 *
 * <p>With each heartbeat it checks whether everything that was in flight at an earlier heartbeat
 * has completed; only then does it watch what was admitted since. So an age is never overestimated,
 * although admissions are not timed one by one and a function before the t-graph may hold the
 * thread for long. In return, a stuck transaction is found later, by as long as the transactions
 * before it take.
 *
 * <p>The time for which another coordinator's checkpoint barrier is late does not count: everything
 * that this coordinator has begun behind its own barrier waits for that barrier, although nothing
 * is wrong. Nothing is in flight when a barrier goes on, so everything in flight is behind the last
 * one. Therefore open greets close behind each barrier. Close answers when the barriers of all
 * coordinators have passed all participants, because it reads nothing behind a barrier before that.
 * Ages count from that answer on.
 *
 * <p>Flink's notifications cannot replace this answer, as none is sent when a savepoint is
 * complete. But no barrier may be late forever, or a broken network would look like a late barrier:
 * once the checkpoint has timed out, ages count even if close has not answered. A transaction that
 * never completes lets no further barrier go on, so its deadline cannot be postponed again.
 *
 * <p>At PL4, an element whose coordinator has left the participants waits, before it is admitted,
 * until all of them have answered that the coordinator is back. The same deadline applies to this
 * wait. It does not apply to the first greetings of a run, which wait until the others have started
 * and recovered.
 *
 * <p>Confined to the mailbox thread. Every call is O(1).
 */
final class Deadline {
    private final AdmissionWindow<?> window;
    private final GraphSettings settings;
    private final long checkpointTimeoutNanos;
    private final LongSupplier logWaitingMs;
    private final Supplier<String> holder;
    private final LongSupplier nanoTime;

    /** The number of greetings that close has not answered yet. */
    private int unanswered;

    private long greetedNanos;
    private long answeredNanos;

    /** Transactions up to this number had been admitted by {@link #watchedNanos}. */
    private long watched;

    private long watchedNanos;

    /** Whether an element waits for answers of the participants. */
    private boolean joins;

    private long joinedNanos;

    /**
     * @param checkpointTimeoutMs how long a checkpoint may take
     * @param logWaitingMs gives for how long outcomes have waited for the log; 0 if none do
     * @param holder says who keeps all transactions waiting; may say nothing
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    Deadline(
            AdmissionWindow<?> window,
            GraphSettings settings,
            long checkpointTimeoutMs,
            LongSupplier logWaitingMs,
            Supplier<String> holder,
            LongSupplier nanoTime) {
        this.window = window;
        this.settings = settings;
        this.checkpointTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(checkpointTimeoutMs);
        this.logWaitingMs = logWaitingMs;
        this.holder = holder;
        this.nanoTime = nanoTime;
        this.answeredNanos = nanoTime.getAsLong();
    }

    static Deadline of(
            AdmissionWindow<?> window,
            GraphSettings settings,
            CheckpointSettings checkpoints,
            OpenDurability<?> durability,
            Supplier<String> holder) {
        return new Deadline(
                window,
                settings,
                checkpoints.timeoutMs(),
                durability::waitingMs,
                holder,
                System::nanoTime);
    }

    /** Close was greeted, at the start or behind a barrier. Nothing is in flight. */
    void closeGreeted() {
        unanswered++;
        greetedNanos = nanoTime.getAsLong();
    }

    void closeAnswered() {
        unanswered--;
        answeredNanos = nanoTime.getAsLong();
    }

    /** Whether close has not yet answered a greeting. */
    boolean awaitsClose() {
        return unanswered > 0;
    }

    /** The participants were told that this coordinator is back, because an element waits. */
    void joins() {
        joins = true;
        joinedNanos = nanoTime.getAsLong();
    }

    /**
     * The participants were told that this coordinator leaves, so nothing waits for their answers.
     */
    void left() {
        joins = false;
    }

    /**
     * Throws if a transaction, or an element that waits to become one, has passed its deadline.
     * Called with each heartbeat.
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
            throw TransactionTimeoutException.of(
                    window, settings, ageMs, logWaitingMs.getAsLong(), holder.get());
        }
    }

    /** The part of the time since then that counts. */
    private long countedMs(long sinceNanos, long now) {
        long countedNanos =
                unanswered == 0 ? now - answeredNanos : now - greetedNanos - checkpointTimeoutNanos;
        return Math.min(now - sinceNanos, countedNanos) / 1_000_000;
    }
}
