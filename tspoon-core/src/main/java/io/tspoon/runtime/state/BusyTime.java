/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

/**
 * How much of an operator's time blocks have taken lately. Times are nanoseconds of one clock.
 * Confined to the mailbox thread.
 */
final class BusyTime {
    static final long SPAN_NANOS = 1_000_000;

    /** A share of one in so many is much. */
    private static final int MUCH = 4;

    private long spanBegin;
    private long blockBegin;
    private long inBlocks;
    private boolean much;

    BusyTime(long now) {
        spanBegin = now;
    }

    void begin(long now) {
        blockBegin = now;
    }

    void end(long now) {
        inBlocks += now - blockBegin;
    }

    /** Whether it was much since it was asked, but for a millisecond at least. */
    boolean isMuch(long now) {
        long span = now - spanBegin;
        if (span >= SPAN_NANOS) {
            much = inBlocks * MUCH > span;
            spanBegin = now;
            inBlocks = 0;
        }
        return much;
    }
}
