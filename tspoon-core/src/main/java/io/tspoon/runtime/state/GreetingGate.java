/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;

import java.util.Arrays;

/**
 * Holds back the answers to greetings until every coordinator has greeted, twice. After the first
 * time, no writer of an earlier run can log anything any more, so the log may be read. After the
 * second time, everything from the log has arrived, so transactions may begin.
 *
 * <p>Without a log nobody waits for other coordinators, and the gate is {@linkplain #open open}
 * from the beginning. If states are loaded, all answers are held back until that is over, so
 * transactions, and a recovery from a log, begin on what was loaded.
 *
 * <p>With a log, a coordinator that had ended before a checkpoint is started again together with
 * the others, unless all of them had ended; so either all coordinators greet, or none.
 *
 * <p>Confined to the mailbox thread.
 */
final class GreetingGate {
    private static final int TIMES = 2;

    private final int[] greetings;
    private int answered;
    private final IntArrayList waiting = new IntArrayList();
    private boolean loading;

    GreetingGate(int coordinators) {
        greetings = new int[coordinators];
    }

    /** Creates a gate that holds back nothing. */
    static GreetingGate open(int coordinators) {
        GreetingGate gate = new GreetingGate(coordinators);
        Arrays.fill(gate.greetings, TIMES);
        gate.answered = TIMES;
        return gate;
    }

    /** Holds back all answers until {@link #loaded}. */
    void awaitLoads() {
        loading = true;
    }

    /**
     * Everything is loaded.
     *
     * @return the coordinators to answer now
     */
    IntList loaded() {
        loading = false;
        return waiting.isEmpty() ? IntList.of() : release();
    }

    /**
     * Whether everything is loaded, and every coordinator has greeted twice, so that everything
     * that was logged has arrived.
     */
    boolean isOver() {
        return !loading && answered == TIMES;
    }

    /**
     * A coordinator greets.
     *
     * @return the coordinators to answer now
     */
    IntList greeted(int coordinator) {
        greetings[coordinator] = Math.min(TIMES, greetings[coordinator] + 1);
        waiting.add(coordinator);
        return loading ? IntList.of() : release();
    }

    private IntList release() {
        int lowest = TIMES;
        for (int times : greetings) {
            lowest = Math.min(lowest, times);
        }
        if (lowest < TIMES && lowest == answered) {
            return IntList.of();
        }
        answered = lowest;
        IntArrayList now = new IntArrayList(waiting);
        waiting.clear();
        return now;
    }
}
