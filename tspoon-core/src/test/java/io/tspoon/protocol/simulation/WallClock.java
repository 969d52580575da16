/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** A machine's clock: skewed against the others, and now and then set anew, also backwards. */
final class WallClock implements LongSupplier {
    private static final long START_MS = 1_700_000_000_000L;
    private static final int STEPS_PER_MS = 20;

    private final LongSupplier steps;
    private final SplittableRandom random;
    private final int skewMs;
    private long offsetMs;

    WallClock(LongSupplier steps, SplittableRandom random, int skewMs) {
        this.steps = steps;
        this.random = random;
        this.skewMs = skewMs;
        set();
    }

    @Override
    public long getAsLong() {
        if (random.nextInt(200) == 0) {
            set();
        }
        return START_MS + offsetMs + steps.getAsLong() / STEPS_PER_MS;
    }

    private void set() {
        offsetMs = skewMs == 0 ? 0 : random.nextInt(-skewMs, skewMs + 1);
    }
}
