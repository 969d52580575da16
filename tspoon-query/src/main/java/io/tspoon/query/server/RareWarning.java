/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A warning about what others may bring about as often as they like: given at once, and then after
 * a pause at the earliest, so that it does not fill the log. Any thread may use it.
 */
final class RareWarning {
    private final long pauseNanos;
    private final LongSupplier nanoClock;
    private final LongConsumer warning;
    private long lastNanos;
    private long times;

    /**
     * @param nanoClock such as {@link System#nanoTime}
     * @param warning takes how many times there was reason since the last one
     */
    RareWarning(Duration pause, LongSupplier nanoClock, LongConsumer warning) {
        pauseNanos = pause.toNanos();
        this.nanoClock = nanoClock;
        this.warning = warning;
        lastNanos = nanoClock.getAsLong() - pauseNanos;
    }

    /** There is reason to warn. */
    void occurred() {
        long since;
        synchronized (this) {
            times++;
            long nowNanos = nanoClock.getAsLong();
            if (nowNanos - lastNanos < pauseNanos) {
                return;
            }
            lastNanos = nowNanos;
            since = times;
            times = 0;
        }
        warning.accept(since);
    }
}
