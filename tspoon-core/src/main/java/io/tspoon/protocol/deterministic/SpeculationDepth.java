/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;

/**
 * How many transactions of a participant may rest on values that can still change.
 *
 * <p>Where many transactions abort, each abort makes what follows on its keys run again. With all
 * of a full window in one chain, accesses would run a hundred times and more. So the depth falls
 * while more accesses run again than run for the first time, and rises while that is rare. It is
 * the participant's own affair: outcomes do not depend on it, and a depth of 1 is the waiting of
 * PL4.
 */
@Internal
public final class SpeculationDepth {
    private static final int FIRST = 64;
    private static final int LOWEST = 16;
    private static final int HIGHEST = 1 << 16;

    /** Runs after which the depth is looked at, if it is low. */
    private static final int PERIOD = 256;

    /**
     * Further runs for each transaction that it allows. What a depth brings shows when as many
     * transactions have come and gone; who looks earlier takes it too far, up and down.
     */
    private static final int PERIOD_OF_EACH = 4;

    private int limit;
    private final boolean steered;
    private int firstRuns;
    private int repeatedRuns;

    /** Runs of the periods before this one. */
    private long earlierFirstRuns;

    private long earlierRepeatedRuns;

    private SpeculationDepth(int limit, boolean steered) {
        this.limit = limit;
        this.steered = steered;
    }

    /** A depth that follows the share of runs that repeat an access. */
    public static SpeculationDepth steered() {
        return new SpeculationDepth(FIRST, true);
    }

    /** A depth that stays. */
    public static SpeculationDepth of(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "[TSP-2527] Cannot bound speculation: depth must be positive, depth=" + limit);
        }
        return new SpeculationDepth(limit, false);
    }

    /** The number of transactions above which no other one begins. */
    public int limit() {
        return limit;
    }

    /** How many accesses have run for the first time. */
    public long firstRuns() {
        return earlierFirstRuns + firstRuns;
    }

    /** How many times an access has run again. */
    public long repeatedRuns() {
        return earlierRepeatedRuns + repeatedRuns;
    }

    void ran(int accesses) {
        firstRuns += accesses;
        steer();
    }

    void ranAgain(int accesses) {
        repeatedRuns += accesses;
        steer();
    }

    private void steer() {
        if (firstRuns + repeatedRuns < PERIOD + PERIOD_OF_EACH * limit) {
            return;
        }
        if (steered && repeatedRuns > firstRuns) {
            limit = Math.max(LOWEST, limit * 7 / 10);
        } else if (steered && 2 * repeatedRuns < firstRuns) {
            limit = Math.min(HIGHEST, limit * 5 / 4);
        }
        earlierFirstRuns += firstRuns;
        earlierRepeatedRuns += repeatedRuns;
        firstRuns = 0;
        repeatedRuns = 0;
    }
}
