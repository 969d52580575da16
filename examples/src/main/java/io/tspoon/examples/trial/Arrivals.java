/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.time.Duration;
import java.util.BitSet;

/** When results arrived, and for how many transfers. One thread at a time. */
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
        if (number < Transfers.CALLED) {
            int index = Math.toIntExact(number);
            if (!seen.get(index)) {
                seen.set(index);
                distinct++;
            }
        }
        newestEpoch = Math.max(newestEpoch, epoch);
        longestPauseNanos = Math.max(longestPauseNanos, nowNanos - lastNanos);
        lastNanos = nowNanos;
    }

    /** Number of transfers of the input that have a result. */
    int distinct() {
        return distinct;
    }

    /** The highest epoch from which a result has arrived; -1 before the first. */
    int newestEpoch() {
        return newestEpoch;
    }

    /** The longest time between two results since pauses were last forgotten. */
    Duration longestPause() {
        return Duration.ofNanos(longestPauseNanos);
    }

    void forgetPauses() {
        longestPauseNanos = 0;
    }
}
