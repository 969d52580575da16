/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** An operator in Flink's harness, the first of its instances, and what its gauges say. */
public final class GaugedOperator<I> extends OneInputStreamOperatorTestHarness<I, Block> {
    private final Map<String, Gauge<?>> gauges;

    private GaugedOperator(
            OneInputStreamOperatorFactory<I, Block> factory,
            MockEnvironment environment,
            Map<String, Gauge<?>> gauges)
            throws Exception {
        super(factory, environment);
        this.gauges = gauges;
    }

    public static <I> GaugedOperator<I> of(
            OneInputStreamOperatorFactory<I, Block> factory, int parallelism) throws Exception {
        Map<String, Gauge<?>> gauges = new HashMap<>();
        MockEnvironment environment =
                new MockEnvironmentBuilder()
                        .setMaxParallelism(parallelism)
                        .setParallelism(parallelism)
                        .setMetricGroup(metrics(gauges))
                        .build();
        return new GaugedOperator<>(factory, environment, gauges);
    }

    private static TaskMetricGroup metrics(Map<String, Gauge<?>> gauges) {
        TestingMetricRegistry registry =
                TestingMetricRegistry.builder()
                        .setRegisterConsumer(
                                (metric, name, group) -> {
                                    if (metric instanceof Gauge<?> gauge) {
                                        gauges.put(name, gauge);
                                    }
                                })
                        .build();
        return TaskManagerMetricGroup.createTaskManagerMetricGroup(
                        registry, "localhost", ResourceID.generate())
                .addJob(new JobID(), "job")
                .addTask(ExecutionAttemptID.randomId(), "task");
    }

    /** Lets it have keyed state. */
    public GaugedOperator<I> withKeys(TypeSerializer<?> serializer) {
        config.setStateKeySerializer(serializer);
        config.serializeAllConfigs();
        return this;
    }

    @Override
    public void close() throws Exception {
        super.close();
        getEnvironment().close(); // the harness closes only what it has made
    }

    /** What the gauge says. */
    public long gauge(String name) {
        Gauge<?> gauge = Objects.requireNonNull(gauges.get(name), name);
        return ((Number) gauge.getValue()).longValue();
    }
}
