/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/** Waits for what another thread or process brings about. */
public final class Await {
    private static final long PATIENCE_SECONDS = 180;
    private static final long POLL_MS = 2;

    private Await() {}

    /** Looks again and again until a condition holds, but not for ever; what it throws ends it. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
        }
    }
}
