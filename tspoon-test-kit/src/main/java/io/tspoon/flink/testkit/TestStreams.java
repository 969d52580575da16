/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.testkit;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobInfoImpl;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.functions.util.RuntimeUDFContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.HashMap;
import java.util.Map;

/** Streams that are only there for a program to build a t-graph on, and a context to run it in. */
@Internal
public final class TestStreams {
    private static final String NAME = "serial run";

    private TestStreams() {}

    /** A stream that nobody ever reads. */
    public static <T> DataStream<T> stream(
            StreamExecutionEnvironment environment, String name, TypeInformation<T> type) {
        return environment
                .fromSource(
                        new NumberSequenceSource(0, 0),
                        WatermarkStrategy.noWatermarks(),
                        name + " of a test")
                .map(new Nothing<T>())
                .returns(type)
                .name(name);
    }

    /** The context of a task that is the only one. */
    public static RuntimeContext context(StreamExecutionEnvironment environment) {
        return new RuntimeUDFContext(
                new JobInfoImpl(new JobID(), NAME),
                new TaskInfoImpl(NAME, 1, 0, 1, 0),
                TestStreams.class.getClassLoader(),
                environment.getConfig(),
                Map.of(),
                new HashMap<>(),
                UnregisteredMetricsGroup.createOperatorMetricGroup());
    }

    private static final class Nothing<T> implements MapFunction<Long, T> {
        private static final long serialVersionUID = 1L;

        @Override
        public T map(Long number) {
            throw new IllegalStateException(
                    "[TSP-8002] Cannot execute job: its input is one of a serial run, which only"
                            + " executes t-graphs. For a whole job use LocalJob.");
        }
    }
}
