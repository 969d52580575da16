/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.time.Duration;

/** Waits for conditions of other processes by polling. */
public final class Await {
    /** Long enough for anything, even on a busy machine. */
    public static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final long PAUSE_MS = 50;

    private Await() {}

    /** A condition that can be checked any number of times. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Waits until the condition holds. If the process cannot be asked, because it is starting or
     * gone, the condition does not hold.
     *
     * @param what completes the phrase "waited for" of the message
     * @throws IllegalStateException if it takes longer than {@link #PATIENCE}
     */
    public static void until(String what, Condition condition) throws InterruptedException {
        until(what, PATIENCE, condition);
    }

    /** The same with less patience. */
    public static void until(String what, Duration patience, Condition condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        IOException last = null;
        while (true) {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException e) {
                last = e;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "Cannot go on: waited for " + what + ", seconds=" + patience.toSeconds(),
                        last);
            }
            Thread.sleep(PAUSE_MS);
        }
    }
}
