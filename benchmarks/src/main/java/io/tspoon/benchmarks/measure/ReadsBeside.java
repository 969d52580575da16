/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.benchmarks.harness.Meter;

import org.jspecify.annotations.Nullable;

/** Measures readers while what they are beside is measured; nothing where nobody reads. */
final class ReadsBeside {
    private final @Nullable Meter meter;
    private long before;
    private double perSecond;

    /**
     * @param meter that answers are counted on; null for none
     */
    ReadsBeside(@Nullable Meter meter) {
        this.meter = meter;
    }

    /** The measured span begins; it will last until a moment of {@link System#nanoTime}. */
    void begin(long from, long to) {
        if (meter != null) {
            meter.recordLatencies(from, to);
            before = meter.counts().results();
        }
    }

    /** The measured span has ended, and has lasted so long. */
    void end(double seconds) {
        if (meter != null) {
            perSecond = (meter.counts().results() - before) / seconds;
        }
    }

    /** What the readers got; call it when they have ended. */
    @Nullable Reads reads() {
        return meter == null ? null : Reads.of(perSecond, meter.latencies());
    }
}
