/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** A group that says what counters and gauges are at. */
final class RecordedMetrics extends UnregisteredMetricsGroup {
    private final Map<String, Supplier<Object>> values = new HashMap<>();

    long value(String name) {
        return ((Number) Objects.requireNonNull(values.get(name), name).get()).longValue();
    }

    /** Groups within it have metrics of other names. */
    @Override
    public MetricGroup addGroup(String key, String value) {
        return this;
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        values.put(name, counter::getCount);
        return counter;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        values.put(name, gauge::getValue);
        return gauge;
    }
}
