/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.TaskInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Measures how long greetings have been unanswered, and logs which operators have not answered.
 * Until all have answered, no transaction begins, and apart from this message the job looks as if
 * it had nothing to do. {@link Deadline} does not cover the first greetings of a run, because
 * others may take any time to start and recover.
 *
 * <p>Confined to the mailbox thread, except {@link #unansweredMs}, which any thread may call.
 */
final class GreetingWatch {
    /** Stands for the close operator where a participant is named. */
    static final int CLOSE = -1;

    /** The time before the first log message, and between two messages. */
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** The most operators that a message names; of the others it gives the number. */
    private static final int MOST_NAMED = 8;

    private static final String ADVICE =
            "Their tasks have not started, are held up by a function or a late checkpoint barrier,"
                    + " or cannot be reached: look in Flink's page for tasks that are not RUNNING"
                    + " or are busy, and see whether all TaskManagers reach each other";

    private static final String ADVICE_IF_LOGGED =
            ADVICE
                    + ". With a write-ahead log all wait until each coordinator has started, and"
                    + " once more until each has read the log, as it tells"
                    + " (Recovering from write-ahead log)";

    private static final String LOADS = ". All wait until the states are loaded, too";

    private static final Logger LOG = LoggerFactory.getLogger(GreetingWatch.class);

    private final OpenPlan<?> plan;
    private final int coordinator;
    private final ParticipantNames names;
    private final int participants;
    private final LongConsumer answeredAfterMs;
    private final LongSupplier nanoTime;

    /** Participants that have not answered. */
    private final BitSet unanswered = new BitSet();

    private long toldNanos;

    /** Set before {@link #waits}, which publishes it to other threads. */
    private long greetedNanos;

    private volatile boolean waits;

    /**
     * @param task the open operator's
     * @param answeredAfterMs receives the time that it took until all had answered
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    GreetingWatch(
            OpenPlan<?> plan, TaskInfo task, LongConsumer answeredAfterMs, LongSupplier nanoTime) {
        this.plan = plan;
        this.coordinator = task.getIndexOfThisSubtask();
        this.names = ParticipantNames.of(plan, task);
        this.participants = names.count();
        this.answeredAfterMs = answeredAfterMs;
        this.nanoTime = nanoTime;
    }

    int participants() {
        return participants;
    }

    /** All participants were greeted, and perhaps close, too. */
    void greeted() {
        unanswered.set(0, participants);
        greetedNanos = nanoTime.getAsLong();
        toldNanos = greetedNanos;
        waits = true;
    }

    /** The coordinator has left, so nothing waits for the answers. */
    void left() {
        waits = false;
    }

    /**
     * Blocks were answered.
     *
     * @param participant the participant that has answered, or {@link #CLOSE}
     * @param byAll whether all have answered now
     */
    void answered(int participant, int replies, boolean byAll) {
        if (!waits) {
            return;
        }
        if (participant != CLOSE && replies > 0) {
            unanswered.clear(participant);
        }
        if (byAll) {
            waits = false;
            answeredAfterMs.accept(sinceGreetedMs());
        }
    }

    /** For how long greetings have been unanswered; 0 if there are none. */
    long unansweredMs() {
        return waits ? Math.max(0, sinceGreetedMs()) : 0;
    }

    private long sinceGreetedMs() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - greetedNanos);
    }

    /**
     * Logs who has not answered, if it is time for a message. Called with each heartbeat.
     *
     * @param closeAwaited whether close has not answered
     * @return whether a message was logged
     */
    boolean check(boolean closeAwaited) {
        long now = nanoTime.getAsLong();
        if (!waits || now - toldNanos < PERIOD_NANOS) {
            return false;
        }
        toldNanos = now;
        LOG.warn(
                "[TSP-2102] Cannot begin transactions: greetings are unanswered, graph={},"
                        + " coordinator={}, seconds={}, by=[{}]. {}",
                plan.settings().graph(),
                coordinator,
                TimeUnit.MILLISECONDS.toSeconds(sinceGreetedMs()),
                unanswered(closeAwaited),
                plan.settings().byDurability(() -> ADVICE, log -> ADVICE_IF_LOGGED)
                        + (plan.awaitsLoads() ? LOADS : ""));
        return true;
    }

    /** The names of the operators that have not answered, each with the index of its instance. */
    String unanswered(boolean closeAwaited) {
        List<String> all = new ArrayList<>();
        if (closeAwaited) {
            all.add("close " + coordinator);
        }
        for (int i = unanswered.nextSetBit(0); i >= 0; i = unanswered.nextSetBit(i + 1)) {
            all.add(names.of(i));
        }
        int named = Math.min(all.size(), MOST_NAMED);
        return String.join(", ", all.subList(0, named))
                + (named < all.size() ? " and " + (all.size() - named) + " more" : "");
    }
}
