/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** The places of this test are those of an open operator: look, open, read, begin a segment. */
class MeasuredLogTest {
    private static final String GRAPH = "g";
    private static final byte[] HEADER = {1};

    @TempDir private Path directory;

    @Test
    void aRecoveryBeginsWithTheFirstReaderAfterTheWriter() throws Exception {
        try (Meter meter = Meter.open("job")) {
            WriteAheadLog log = new MeasuredLog(new FileLog(directory.toUri().toString()), "job");
            try (LogWriter writer = open(log)) {
                writer.roll(HEADER);
            }
            look(log);
            try (LogWriter writer = open(log)) {
                long restored = System.nanoTime();
                look(log);
                writer.roll(HEADER);
                long ended = System.nanoTime();

                assertThat(meter.log().recoveryBeganNs()).isBetween(restored, ended);
                assertThat(meter.log().longestRecoveryNs())
                        .isPositive()
                        .isLessThanOrEqualTo(ended - restored);
            }
        }
    }

    @Test
    void recordsAreCountedWhenTheyAreWrittenAndRead() throws Exception {
        try (Meter meter = Meter.open("job")) {
            WriteAheadLog log = new MeasuredLog(new FileLog(directory.toUri().toString()), "job");
            try (LogWriter writer = open(log)) {
                writer.roll(HEADER);
                append(writer, 1, 3);
                append(writer, 2, 1);
            }
            try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
                assertThat(reader.nextSegment()).isTrue();
                while (reader.nextRecord() != null) {
                    assertThat(meter.log().recordsRead()).as("until it is closed").isZero();
                }
            }

            assertThat(meter.log().records()).isEqualTo(4);
            assertThat(meter.log().recordsRead()).isEqualTo(4);
        }
    }

    private static void append(LogWriter writer, long ticket, int count) throws IOException {
        LogRecords records = new LogRecords();
        for (int i = 0; i < count; i++) {
            records.begin().writeLong(i);
            records.end();
        }
        writer.append(ticket, records.array(), records.length());
    }

    private static LogWriter open(WriteAheadLog log) throws IOException {
        LogWriter writer =
                log.openWriter(
                        GRAPH,
                        0,
                        cause -> {
                            throw new AssertionError(cause);
                        });
        writer.onDurable(ticket -> {});
        return writer;
    }

    private static void look(WriteAheadLog log) throws IOException {
        log.openReader(GRAPH, 0, LogReader.BEGINNING).close();
    }
}
