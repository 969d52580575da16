/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.hdfs;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.host.Address;
import io.tspoon.log.FileLog;
import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A log on a real HDFS: who has it open, and what of it is there after HDFS was killed. */
class HdfsLogITCase {
    private static final String GRAPH = "graph";
    private static final byte[] HEADER = {1};
    private static final String DURABLE = "durable";

    @TempDir private static Path directory;
    private static HdfsCluster hdfs;

    @BeforeAll
    static void startHdfs() throws Exception {
        hdfs = HdfsCluster.start(FlinkHome.find().hdfsClassPath(), directory, Address.loopback());
        hdfs.awaitAll();
    }

    @AfterAll
    static void stopHdfs() throws Exception {
        hdfs.close();
    }

    @Test
    void logIsTakenOverFromAWriterThatLives() throws Exception {
        FileLog log = new FileLog(hdfs.root() + "/taken");
        Writer frozen = new Writer(log);
        frozen.begin();
        frozen.append(1, "first");
        assertThat(frozen.heard()).isEqualTo(DURABLE);

        Writer later = new Writer(log);
        frozen.append(2, "too late");

        assertThat(frozen.heard()).startsWith("[TSP-3004] Cannot write to log");
        assertThat(read(log)).containsExactly("first");
        later.begin();
        later.append(1, "second");
        assertThat(later.heard()).isEqualTo(DURABLE);
        later.close();
        assertThat(read(log)).containsExactly("first", "second");
    }

    /** The deletion is late, and another run writes the part again. */
    @Test
    void partIsDeletedUpToWhereItWasShut() throws Exception {
        FileLog log = new FileLog(hdfs.root() + "/shut");
        Writer frozen = new Writer(log);
        frozen.begin();
        frozen.append(1, "first");
        assertThat(frozen.heard()).isEqualTo(DURABLE);

        long end = log.shut(GRAPH, 0);
        frozen.append(2, "too late");
        assertThat(frozen.heard()).startsWith("[TSP-3004] Cannot write to log");
        Writer later = new Writer(log);
        later.begin();
        later.append(1, "second");
        assertThat(later.heard()).isEqualTo(DURABLE);
        log.deleteBefore(GRAPH, 0, end);

        later.append(2, "third");
        assertThat(later.heard()).isEqualTo(DURABLE);
        later.close();
        assertThat(read(log)).containsExactly("second", "third");
    }

    @Test
    void readerTakesNothingFromAWriter() throws Exception {
        FileLog log = new FileLog(hdfs.root() + "/read");
        Writer writer = new Writer(log);
        writer.begin();
        writer.append(1, "first");
        assertThat(writer.heard()).isEqualTo(DURABLE);

        assertThat(read(log)).containsExactly("first");

        writer.append(2, "second");
        assertThat(writer.heard()).isEqualTo(DURABLE);
        assertThat(read(log)).containsExactly("first", "second");
        writer.close();
    }

    /** The copies of an open file wait for somebody who ends its lease. */
    @Test
    void logIsThereAfterAllOfHdfsWasKilled() throws Exception {
        FileLog log = new FileLog(hdfs.root() + "/killed");
        Writer writer = new Writer(log);
        writer.begin();
        for (int ticket = 1; ticket <= 3; ticket++) {
            writer.append(ticket, "record " + ticket);
            assertThat(writer.heard()).isEqualTo(DURABLE);
        }

        hdfs.killAll();
        hdfs.restartAll();
        assertThatThrownBy(() -> read(log)).isInstanceOf(IOException.class);
        new Writer(log).close();

        assertThat(read(log)).containsExactly("record 1", "record 2", "record 3");
    }

    private static List<String> read(FileLog log) throws IOException {
        List<String> records = new ArrayList<>();
        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            while (reader.nextSegment()) {
                byte[] record = reader.nextRecord();
                while (record != null) {
                    records.add(new String(record, StandardCharsets.UTF_8));
                    record = reader.nextRecord();
                }
            }
        }
        return records;
    }

    /** A writer and what it hears. */
    private static final class Writer {
        private static final long PATIENCE_S = 120;

        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private final LogWriter writer;

        Writer(FileLog log) throws IOException {
            LogFailure failure = cause -> heard.add(String.valueOf(cause.getMessage()));
            writer = log.openWriter(GRAPH, 0, failure);
            writer.onDurable(ticket -> heard.add(DURABLE));
        }

        void begin() throws IOException {
            writer.roll(HEADER);
        }

        void append(long ticket, String text) throws IOException {
            LogRecords records = new LogRecords();
            records.begin().write(text.getBytes(StandardCharsets.UTF_8));
            records.end();
            writer.append(ticket, records.array(), records.length());
        }

        String heard() throws InterruptedException {
            return String.valueOf(heard.poll(PATIENCE_S, TimeUnit.SECONDS));
        }

        void close() throws IOException {
            writer.close();
        }
    }
}
