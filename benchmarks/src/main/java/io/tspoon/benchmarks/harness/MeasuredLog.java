/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import io.tspoon.log.ForwardingLogWriter;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A log that counts what passes it, and is the log that it is given otherwise.
 *
 * <p>A coordinator looks at what is there, opens its writer, waits for the participants, whose
 * state Flink restores meanwhile, reads all parts, and begins its own segment when all of them are
 * read and sent on. So its recovery lasts from the first reader that its thread opens after the
 * writer to that segment. Cost: two additions for each batch of decisions, one for each flush.
 */
public final class MeasuredLog implements WriteAheadLog {
    private static final long serialVersionUID = 1L;

    private final WriteAheadLog log;
    private final String meter;

    /** When each thread opened its first reader after its writer; a copy of the log has its own. */
    private transient Map<Thread, Long> reading = new ConcurrentHashMap<>();

    /**
     * @param log to measure
     * @param meter name of the run's meter
     */
    public MeasuredLog(WriteAheadLog log, String meter) {
        this.log = log;
        this.meter = meter;
    }

    private Object readResolve() {
        return new MeasuredLog(log, meter);
    }

    @Override
    public void validate() {
        log.validate();
    }

    @Override
    public List<Integer> parts(String graph) throws IOException {
        return log.parts(graph);
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        LogWriter writer = log.openWriter(graph, part, failure);
        reading.remove(Thread.currentThread());
        return new Writer(writer, Meter.log(meter), reading);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        reading.putIfAbsent(Thread.currentThread(), System.nanoTime());
        return log.openReader(graph, part, position);
    }

    @Override
    public String toString() {
        return "MeasuredLog(" + log + ")";
    }

    private static final class Writer extends ForwardingLogWriter {
        private final LogMeter measured;
        private final Map<Thread, Long> reading;

        Writer(LogWriter writer, LogMeter measured, Map<Thread, Long> reading) {
            super(writer);
            this.measured = measured;
            this.reading = reading;
        }

        @Override
        public void onDurable(Durable listener) {
            super.onDurable(
                    ticket -> {
                        measured.flushed();
                        listener.durable(ticket);
                    });
        }

        @Override
        public void append(long ticket, byte[] records, int length) {
            measured.appended(length);
            super.append(ticket, records, length);
        }

        @Override
        public long roll(byte[] header) throws IOException {
            Long began = reading.remove(Thread.currentThread());
            if (began != null) {
                measured.recovered(began, System.nanoTime());
            }
            return super.roll(header);
        }
    }
}
