/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When to warn of what others may bring about as often as they like: at once, and then after a
 * pause at the earliest, so that it does not fill the log. Any thread may use it.
 */
public final class RareWarning {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final long pauseNanos;
    private final LongSupplier nanoClock;
    private long lastNanos;
    private long times;

    /**
     * @param nanoClock such as {@link System#nanoTime}
     */
    RareWarning(Duration pause, LongSupplier nanoClock) {
        pauseNanos = pause.toNanos();
        this.nanoClock = nanoClock;
        lastNanos = nanoClock.getAsLong() - pauseNanos;
    }

    /** Once a minute at most. */
    public static RareWarning eachMinute() {
        return eachMinute(System::nanoTime);
    }

    /**
     * The same by another clock.
     *
     * @param nanoClock such as {@link System#nanoTime}
     */
    public static RareWarning eachMinute(LongSupplier nanoClock) {
        return new RareWarning(MINUTE, nanoClock);
    }

    /**
     * There is reason to warn.
     *
     * @return how many times there was since the last warning, this one included, if it is time for
     *     the next; 0 if it is not
     */
    public synchronized long occurred() {
        times++;
        long nowNanos = nanoClock.getAsLong();
        if (nowNanos - lastNanos < pauseNanos) {
            return 0;
        }
        lastNanos = nowNanos;
        long since = times;
        times = 0;
        return since;
    }
}
