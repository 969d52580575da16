/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Says what runs now, and how long all will take: first as estimated, then as seen so far. */
public final class Progress {
    private final PrintWriter out;
    private final int steps;
    private final double estimatedSeconds;
    private final LongSupplier nanoTime;
    private final long startNs;
    private int ended;
    private int skipped;

    /**
     * @param out where to write
     * @param steps number of steps
     * @param estimatedSeconds of one step
     */
    public Progress(PrintWriter out, int steps, double estimatedSeconds) {
        this(out, steps, estimatedSeconds, System::nanoTime);
    }

    Progress(PrintWriter out, int steps, double estimatedSeconds, LongSupplier nanoTime) {
        this.out = out;
        this.steps = steps;
        this.estimatedSeconds = estimatedSeconds;
        this.nanoTime = nanoTime;
        this.startNs = nanoTime.getAsLong();
    }

    /** A step begins. */
    public void begin(int round, String step) {
        double spent = (nanoTime.getAsLong() - startNs) / 1e9;
        double perStep = ended == 0 ? estimatedSeconds : spent / ended;
        int before = ended + skipped;
        Duration left = Duration.ofSeconds(Math.round(perStep * (steps - before)));
        out.printf(
                Locale.ROOT,
                "[%d/%d] round %d: %s, %d:%02d min left%n",
                before + 1,
                steps,
                round,
                step,
                left.toMinutes(),
                left.toSecondsPart());
        out.flush();
    }

    /** A step has ended. */
    public void end() {
        ended++;
    }

    /** A step is left out, and takes no time. */
    public void skip() {
        skipped++;
    }
}
