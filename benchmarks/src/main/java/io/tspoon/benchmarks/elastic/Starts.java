/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.traces.Span;
import org.apache.flink.traces.reporter.TraceReporter;
import org.apache.flink.traces.reporter.TraceReporterFactory;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * How long Flink says that each start of a job took: it reports a span when the tasks have all
 * begun. Jobs and their cluster are in the JVM of the harness; so what has been reported is static.
 */
public final class Starts implements TraceReporter {
    private static final String NAME = "JobInitialization";
    private static final List<Start> ALL = new CopyOnWriteArrayList<>();

    /** Those that began at or after a moment, the oldest first. */
    static List<Start> since(long epochMs) {
        return ALL.stream().filter(start -> start.beginMs() >= epochMs).toList();
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}

    @Override
    public void notifyOfAddedSpan(Span span) {
        if (span.getName().equals(NAME)) {
            ALL.add(
                    new Start(
                            span.getStartTsMillis(),
                            span.getEndTsMillis(),
                            Map.copyOf(span.getAttributes())));
        }
    }

    /**
     * One start.
     *
     * @param beginMs when the scheduler gave the tasks their state, milliseconds of the epoch
     * @param endMs when the last task was initialized
     * @param attributes as Flink names them
     */
    record Start(long beginMs, long endMs, Map<String, Object> attributes) {
        /** The longest of a kind among the tasks; 0 if none has it. */
        double longest(String kind) {
            return number("max" + kind);
        }

        /** The sum of a kind over the tasks; 0 if none has it. */
        double sum(String kind) {
            return number("sum" + kind);
        }

        private double number(String attribute) {
            return attributes.get(attribute) instanceof Number number ? number.doubleValue() : 0;
        }
    }

    /** Flink looks for it by its name. */
    public static final class Factory implements TraceReporterFactory {
        @Override
        public TraceReporter createTraceReporter(Properties properties) {
            return new Starts();
        }
    }
}
