/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.flink.annotation.Internal;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits how often to warn of something that others can cause as often as they like: at once, and
 * then after a pause at the earliest, so that the warnings do not fill the log. For any thread.
 */
@Internal
public final class RareWarning {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final long pauseNanos;
    private final LongSupplier nanoClock;

    @GuardedBy("this")
    private long lastNanos;

    @GuardedBy("this")
    private long times;

    /**
     * @param nanoClock such as {@link System#nanoTime}
     */
    RareWarning(Duration pause, LongSupplier nanoClock) {
        pauseNanos = pause.toNanos();
        this.nanoClock = nanoClock;
        lastNanos = nanoClock.getAsLong() - pauseNanos;
    }

    /** At most one warning in a minute. */
    public static RareWarning eachMinute() {
        return eachMinute(System::nanoTime);
    }

    /**
     * At most one warning in a minute, by the given clock.
     *
     * @param nanoClock such as {@link System#nanoTime}
     */
    public static RareWarning eachMinute(LongSupplier nanoClock) {
        return new RareWarning(MINUTE, nanoClock);
    }

    /**
     * Called when there is reason to warn.
     *
     * @return if a warning is due, how many reasons there were since the last warning, including
     *     this one; else 0
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
