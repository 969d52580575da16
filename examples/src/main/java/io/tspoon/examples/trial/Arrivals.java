/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.time.Duration;
import java.util.BitSet;

/** When results came, and of how many transfers. For one thread at a time. */
final class Arrivals {
    private final BitSet seen = new BitSet();
    private int distinct;
    private int newestEpoch = -1;
    private long lastNanos;
    private long longestPauseNanos;

    Arrivals(long nowNanos) {
        lastNanos = nowNanos;
    }

    void add(int epoch, long number, long nowNanos) {
        int index = Math.toIntExact(number);
        if (!seen.get(index)) {
            seen.set(index);
            distinct++;
        }
        newestEpoch = Math.max(newestEpoch, epoch);
        longestPauseNanos = Math.max(longestPauseNanos, nowNanos - lastNanos);
        lastNanos = nowNanos;
    }

    /** Transfers of which a result has come. */
    int distinct() {
        return distinct;
    }

    /** The highest one of which a result has come; -1 before the first. */
    int newestEpoch() {
        return newestEpoch;
    }

    /** The longest time between two results, since this was asked to begin anew. */
    Duration longestPause() {
        return Duration.ofNanos(longestPauseNanos);
    }

    void forgetPauses() {
        longestPauseNanos = 0;
    }
}
