/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.time.Duration;

/** Waits for what processes do, by asking again and again. */
public final class Await {
    /** For anything, on a machine that is busy with other things. */
    public static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final long PAUSE_MS = 50;

    private Await() {}

    /** May be asked any number of times. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Waits until the condition holds. That a process cannot be asked, for it is starting or gone,
     * counts as no.
     *
     * @param what completes "waited for"
     * @throws IllegalStateException if it takes longer than {@link #PATIENCE}
     */
    public static void until(String what, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
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
                        "Cannot go on: waited for " + what + ", seconds=" + PATIENCE.toSeconds(),
                        last);
            }
            Thread.sleep(PAUSE_MS);
        }
    }
}
