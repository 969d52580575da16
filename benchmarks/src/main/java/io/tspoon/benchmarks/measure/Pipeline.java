/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A job that {@link Measurement} can run: its source, what is measured, its sink. */
@FunctionalInterface
public interface Pipeline {
    /** Adds everything to an environment. */
    void build(StreamExecutionEnvironment environment, Run run);

    /**
     * One run.
     *
     * @param meter name of the meter that the sink counts on
     * @param perSecond elements due per second; 0 for as fast as they are taken
     * @param timed whether results carry the start of their element, for latencies
     * @param log URI of a directory for the write-ahead log; null without one
     */
    record Run(String meter, double perSecond, boolean timed, @Nullable String log) {}
}
