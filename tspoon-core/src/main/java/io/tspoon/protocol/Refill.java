/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * Says when a window that was full takes in transactions again: not one for each place that becomes
 * free, but many at once.
 *
 * <p>Else a window that stays full sends what it gets back, and gets back what it has sent: small
 * rounds make small rounds. Where rounds of several coordinators wait for each other at hot keys,
 * each costs a round trip, however many transactions are in it.
 *
 * <p>A transaction that is refused takes along those that have seen what it wrote, and they are the
 * more, the longer the round. So while many are refused, fewer are waited for.
 *
 * <p>Nothing waits for long: all attempts that are under way will be decided, and then all may
 * begin.
 */
final class Refill {
    /** Decisions between two looks at how many were refusals. */
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
     * @param capacity of the window
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
     * An attempt is decided.
     *
     * @param underWay how many others are not
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
