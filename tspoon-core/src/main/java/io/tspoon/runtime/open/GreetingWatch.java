/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.plan.StateColumns;

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
 * Tells how long greetings have been unanswered, and in Flink's log who has not answered. Until all
 * have no transaction begins, and all else looks as if there was nothing to do: the deadline leaves
 * the first greetings of a run out, for others may start and recover for as long as they like.
 *
 * <p>Confined to the mailbox thread, but for {@link #unansweredMs}, which is for any.
 */
final class GreetingWatch {
    /** Before the first line, and between two. */
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Of the others a line tells how many they are. */
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

    private static final Logger LOG = LoggerFactory.getLogger(GreetingWatch.class);

    private final OpenPlan<?> plan;
    private final int coordinator;
    private final int parallelism;
    private final int participants;
    private final LongConsumer answeredAfterMs;
    private final LongSupplier nanoTime;

    /** Participants that have not answered. */
    private final BitSet unanswered = new BitSet();

    private long toldNanos;

    /** Set before {@link #waits}. */
    private long greetedNanos;

    private volatile boolean waits;

    /**
     * @param task the open operator's
     * @param answeredAfterMs hears how long it took until all had answered
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    GreetingWatch(
            OpenPlan<?> plan, TaskInfo task, LongConsumer answeredAfterMs, LongSupplier nanoTime) {
        this.plan = plan;
        this.coordinator = task.getIndexOfThisSubtask();
        this.parallelism = task.getNumberOfParallelSubtasks();
        this.participants = StateColumns.operators(plan.states()) * parallelism;
        this.answeredAfterMs = answeredAfterMs;
        this.nanoTime = nanoTime;
    }

    /** How many participants there are. */
    int participants() {
        return participants;
    }

    /** All participants were greeted; close may have been, too. */
    void greeted() {
        unanswered.set(0, participants);
        greetedNanos = nanoTime.getAsLong();
        toldNanos = greetedNanos;
        waits = true;
    }

    /** The coordinator has left: nothing waits for the answers. */
    void left() {
        waits = false;
    }

    /**
     * Blocks have come back.
     *
     * @param participant that has answered them; negative for close
     * @param byAll whether all have answered now
     */
    void answered(int participant, int replies, boolean byAll) {
        if (!waits) {
            return;
        }
        if (participant >= 0 && replies > 0) {
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
     * Called with each heartbeat.
     *
     * @param closeAwaited whether close has not answered
     * @return whether something was told
     */
    boolean check(boolean closeAwaited) {
        long now = nanoTime.getAsLong();
        if (!waits || now - toldNanos < PERIOD_NANOS) {
            return false;
        }
        toldNanos = now;
        LOG.warn(
                "Cannot begin transactions: greetings are unanswered, graph={}, coordinator={},"
                        + " seconds={}, by=[{}]. {}",
                plan.settings().graph(),
                coordinator,
                TimeUnit.MILLISECONDS.toSeconds(sinceGreetedMs()),
                unanswered(closeAwaited),
                plan.settings().log() == null ? ADVICE : ADVICE_IF_LOGGED);
        return true;
    }

    /** Names of operators, with the number of the instance. */
    String unanswered(boolean closeAwaited) {
        List<String> names = new ArrayList<>();
        if (closeAwaited) {
            names.add("close " + coordinator);
        }
        for (int i = unanswered.nextSetBit(0); i >= 0; i = unanswered.nextSetBit(i + 1)) {
            names.add(state(i / parallelism) + " " + i % parallelism);
        }
        int named = Math.min(names.size(), MOST_NAMED);
        return String.join(", ", names.subList(0, named))
                + (named < names.size() ? " and " + (names.size() - named) + " more" : "");
    }

    private String state(int operator) {
        for (StateColumns state : plan.states()) {
            if (state.operator() == operator && state.place() == 0) {
                return state.name();
            }
        }
        throw new IllegalStateException("Cannot name operator: no state has it, index=" + operator);
    }
}
