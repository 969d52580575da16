/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import io.tspoon.protocol.Decision;

/**
 * Decides when a window that was full begins attempts again: not one for each place that becomes
 * free, but many at once.
 *
 * <p>Otherwise a window that stays full would send only as much as was just decided: small rounds
 * lead to small rounds. Where rounds of several coordinators wait for each other at hot keys, each
 * round costs a round trip, however few transactions are in it.
 *
 * <p>A refused transaction causes the repetition of all that have seen its writes, and the longer
 * the round, the more there are. So the window waits for fewer decisions while many attempts are
 * refused.
 *
 * <p>Nothing waits for long: all attempts under way will be decided, and then every transaction may
 * begin. Measurements: ADR 0017.
 */
final class Refill {
    /** The number of decisions after which the share of refusals is examined. */
    private static final int PERIOD = 1_024;

    private static final int FEW = PERIOD / 10;
    private static final int MANY = PERIOD / 5;
    private static final int MIN_STEP = 8;
    private static final int STEP_DIVISOR = 8;

    private final int most;
    private int size;
    private int awaited;
    private int decided;
    private int refused;

    /**
     * @param capacity capacity of the window
     */
    Refill(int capacity) {
        most = capacity / 4;
        size = most;
    }

    /** Whether no attempt may begin for now. */
    boolean isAwaited() {
        return awaited > 0;
    }

    /** The window is full. */
    void full() {
        awaited = size;
    }

    /**
     * An attempt was decided.
     *
     * @param underWay number of other attempts that are undecided
     */
    void decided(Decision decision, int underWay) {
        awaited = underWay == 0 || awaited == 0 ? 0 : awaited - 1;
        refused += decision == Decision.RETRY ? 1 : 0;
        decided++;
        if (decided == PERIOD) {
            adapt();
            decided = 0;
            refused = 0;
        }
    }

    private void adapt() {
        if (refused > MANY) {
            size /= 2;
        } else if (refused < FEW) {
            size = Math.min(most, size + Math.max(MIN_STEP, size / STEP_DIVISOR));
        }
    }
}
