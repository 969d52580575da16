/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import io.tspoon.log.ForwardingLog;
import io.tspoon.log.ForwardingLogReader;
import io.tspoon.log.ForwardingLogWriter;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A log that counts what passes it, and is the log that it is given otherwise.
 *
 * <p>A coordinator looks at what is there, opens its writer, waits for the participants, whose
 * state Flink restores meanwhile, reads all parts, and begins its own segment when all of them are
 * read and sent on. So its recovery lasts from the first reader that its thread opens after the
 * writer to that segment. Cost: three additions for each batch of decisions and one for each flush;
 * its records are counted by their lengths.
 */
public final class MeasuredLog extends ForwardingLog {
    private static final long serialVersionUID = 1L;

    private final String meter;

    /** When each thread opened its first reader after its writer; a copy of the log has its own. */
    private transient Map<Thread, Long> reading = new ConcurrentHashMap<>();

    /**
     * @param log to measure
     * @param meter name of the run's meter
     */
    public MeasuredLog(WriteAheadLog log, String meter) {
        super(log);
        this.meter = meter;
    }

    private Object readResolve() {
        return new MeasuredLog(log(), meter);
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        LogWriter writer = super.openWriter(graph, part, failure);
        reading.remove(Thread.currentThread());
        return new Writer(writer, Meter.log(meter), reading);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        reading.putIfAbsent(Thread.currentThread(), System.nanoTime());
        return new Reader(super.openReader(graph, part, position), Meter.log(meter));
    }

    @Override
    public String toString() {
        return "MeasuredLog(" + log() + ")";
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
            measured.appended(count(records, length), length);
            super.append(ticket, records, length);
        }

        /** Each has its length before it, see {@link LogRecords}. */
        private static int count(byte[] records, int length) {
            ByteBuffer bytes = ByteBuffer.wrap(records, 0, length);
            int count = 0;
            int next = 0;
            while (next < length) {
                next += LogRecords.PREFIX_BYTES + bytes.getInt(next);
                count++;
            }
            return count;
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

    private static final class Reader extends ForwardingLogReader {
        private final LogMeter measured;
        private long records;

        Reader(LogReader reader, LogMeter measured) {
            super(reader);
            this.measured = measured;
        }

        @Override
        public byte @Nullable [] nextRecord() throws IOException {
            byte[] record = super.nextRecord();
            if (record != null) {
                records++;
            }
            return record;
        }

        @Override
        public void close() throws IOException {
            measured.read(records);
            records = 0;
            super.close();
        }
    }
}
