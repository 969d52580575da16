/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.harness.Elements;
import io.tspoon.benchmarks.harness.Numbered;
import io.tspoon.benchmarks.harness.PacedSource;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The first steps of chains.
 *
 * @param limit how many; 0 for endless
 */
record Chains(long limit) implements Elements<Step> {
    private static final long serialVersionUID = 1L;

    @Override
    public Generator<Step> generator(int subtask, int subtasks) {
        return new Numbered<>(
                limit, subtask, subtasks, (number, start) -> new Step(number, 0, start));
    }

    /**
     * Lets them come.
     *
     * @param perSecond chains that are due; 0 for as fast as they are taken
     * @param stops name of a meter whose inspection stops them; empty if none does
     */
    DataStream<Step> source(
            StreamExecutionEnvironment environment, double perSecond, String stops) {
        PacedSource<Step> source = new PacedSource<>(this, perSecond, limit > 0);
        if (!stops.isEmpty()) {
            source = source.inspected(stops, new Chains(1)); // which nobody asks
        }
        return environment.fromSource(
                source, WatermarkStrategy.noWatermarks(), "chains", Step.TYPE);
    }
}
