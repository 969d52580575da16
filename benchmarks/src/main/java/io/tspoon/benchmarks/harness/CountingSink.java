/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

import java.io.Serializable;

/**
 * The sink of all jobs: hands each element to a counter and drops it.
 *
 * @param <T> element type
 */
public final class CountingSink<T> implements Sink<T> {
    private static final long serialVersionUID = 1L;

    private final String meter;
    private final Counter<T> counter;

    /**
     * @param meter name of the run's meter
     * @param counter tells the gauge what an element means
     */
    public CountingSink(String meter, Counter<T> counter) {
        this.meter = meter;
        this.counter = counter;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(Meter.gauge(meter), counter);
    }

    /**
     * Tells a gauge what an element means.
     *
     * @param <T> element type
     */
    @FunctionalInterface
    public interface Counter<T> extends Serializable {
        void count(T element, Gauge gauge);
    }

    private record Writer<T>(Gauge gauge, Counter<T> counter) implements SinkWriter<T> {
        @Override
        public void write(T element, Context context) {
            counter.count(element, gauge);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
