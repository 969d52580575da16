/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.HdrHistogram.Histogram;

/**
 * What readers got who ask without pause, beside what was measured.
 *
 * @param perSecond answers
 * @param p50Ms median of the time from when a request was sent to its answer; 0 without answers
 * @param p99Ms what 99 in 100 do not exceed
 */
public record Reads(double perSecond, double p50Ms, double p99Ms) {
    static Reads of(double perSecond, Histogram ns) {
        return new Reads(
                perSecond, ns.getValueAtPercentile(50) / 1e6, ns.getValueAtPercentile(99) / 1e6);
    }
}
