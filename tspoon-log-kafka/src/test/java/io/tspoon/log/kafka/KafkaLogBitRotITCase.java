/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.kafka.LogFixtures.Told;
import io.tspoon.runtime.log.LogRecovery;
import io.tspoon.runtime.log.LoggedMessages;
import io.tspoon.runtime.log.LoggedNumbers;
import io.tspoon.runtime.log.Origin;
import io.tspoon.runtime.log.Snapshot;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a disk has changed in the broker's file, and what is deleted while it is read. */
@Timeout(120)
class KafkaLogBitRotITCase {

    private static final int OVERHEAD_BYTES = 12;
    private static final int PER_SEGMENT = 5;
    private static final Snapshot NOTHING = new Snapshot(Snapshot.NONE, "");

    @TempDir private static Path directory;
    private static BrokerProcess broker;

    /** Where the first segment of each damaged topic begins. */
    private static Map<Damage, Long> beginnings;

    @RegisterExtension final NoFailure noFailure = new NoFailure();

    private String topic;
    private KafkaLog log;

    /**
     * What a byte belongs to that is changed while the broker is stopped, in a topic of its own.
     */
    private enum Damage {
        BODY(3, 70),
        CHECKSUM(3, 17),
        MAGIC(3, 16),
        HEADER(PER_SEGMENT + 1, 70);

        private final int message;
        private final int at;

        Damage(int message, int at) {
            this.message = message;
            this.at = at;
        }
    }

    /** A broker that was stopped believes its files when it starts again. */
    @BeforeAll
    static void startWithDamage() throws Exception {
        broker = new BrokerProcess(directory);
        beginnings = new EnumMap<>(Damage.class);
        for (Damage damage : Damage.values()) {
            beginnings.put(damage, write(logWith(damage), 3));
        }
        broker.stop();
        for (Damage damage : Damage.values()) {
            flip(topicWith(damage), beginnings.get(damage) + damage.message, damage.at);
        }
        broker.start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    @BeforeEach
    void prepare(TestInfo test) {
        log = LogFixtures.logOf(test, broker.bootstrapServers());
        topic = LogFixtures.topicOf(test);
    }

    private void take(Damage damage) {
        log = logWith(damage);
        topic = topicWith(damage);
    }

    private static KafkaLog logWith(Damage damage) {
        return KafkaLog.builder()
                .bootstrapServers(broker.bootstrapServers())
                .topic(damage.name())
                .timeout(Duration.ofSeconds(20))
                .build();
    }

    private static String topicWith(Damage damage) {
        return damage.name() + "-" + GRAPH;
    }

    /** Transactions 1 to 5, 11 to 15 and 21 to 25; the first segment loses those from 3 on. */
    @ParameterizedTest
    @EnumSource(names = {"BODY", "CHECKSUM", "MAGIC"})
    void damagedMessageIsRefusedOrSkippedUpToTheNextSegment(Damage damage) throws Exception {
        take(damage);
        long first = beginnings.get(damage);

        assertThatThrownBy(() -> recovered(false))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("topic=" + topic)
                .hasMessageContaining("partition=0")
                .hasMessageContaining("offset=" + (first + 3))
                .hasMessageContaining("log-accept-loss");
        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered(true))
                    .containsExactly(1L, 2L, 11L, 12L, 13L, 14L, 15L, 21L, 22L, 23L, 24L, 25L);
            assertSkipped(messages, first + 2, place(first + PER_SEGMENT + 1));
        }
    }

    /** After transactions 1 and 2; and nothing else. */
    private void assertSkipped(LoggedMessages messages, long behind, String upTo) {
        assertThat(messages.all())
                .filteredOn(
                        message ->
                                message.startsWith("[TSP-3216] Skipped part of a write-ahead log"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("behind=[" + place(behind) + "], up to=[" + upTo + "]")
                .endsWith("transactions repeated before=2, timestamp of the last=2");
    }

    private String place(long offset) {
        return new LogPart(broker.bootstrapServers(), topic, 0) + ", offset=" + offset;
    }

    /** Of these the broker itself cannot find the next message; it would not start with them. */
    @ParameterizedTest
    @CsvSource({"length, 8", "length that is a little too small, 11"})
    void frameThatTheBrokerCannotReadIsRefusedOrSkipped(String what, int at, TestInfo test)
            throws Exception {
        long first = write(log, 1);
        flip(topic, first + 3, at);
        log =
                LogFixtures.builderOf(test, broker.bootstrapServers())
                        .timeout(Duration.ofSeconds(2))
                        .build();

        assertThatThrownBy(() -> recovered(false))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("topic=" + topic)
                .hasMessageContaining("partition=0")
                .hasMessageContaining("offset=" + (first + 3))
                .hasMessageContaining("log-accept-loss");
        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered(true)).containsExactly(1L, 2L);
            assertSkipped(messages, first + 2, "the end of the part");
        }
    }

    @Test
    void damagedHeaderLosesItsSegmentOnly() throws Exception {
        take(Damage.HEADER);
        long first = beginnings.get(Damage.HEADER);

        assertThatThrownBy(() -> recovered(false))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("offset=" + (first + PER_SEGMENT + 1));
        assertThat(recovered(true)).containsExactly(1L, 2L, 3L, 4L, 5L, 21L, 22L, 23L, 24L, 25L);
    }

    @Test
    void messagesThatAreDeletedWhileTheyAreReadAreSkipped() throws Exception {
        write(log, 3);
        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING);
                LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            long position = writer.roll(header());
            writer.deleteBefore(position);
            writer.close();

            assertThatThrownBy(reader::nextSegment)
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("topic=" + topic)
                    .hasMessageContaining("begin=" + position);
            assertThat(reader.nextSegment()).as("the end when it was opened").isFalse();
        }
    }

    /** Segments with a message for each transaction; returns where the first begins. */
    private static long write(KafkaLog log, int segments) throws Exception {
        Told told = new Told();
        List<Long> positions = new ArrayList<>();
        try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            for (int segment = 0; segment < segments; segment++) {
                positions.add(writer.roll(header()));
                for (int i = 1; i <= PER_SEGMENT; i++) {
                    long id = 10 * segment + i;
                    LogRecords records = LoggedNumbers.record(id);
                    writer.append(id, records.array(), records.length());
                    told.awaitDurable(id);
                }
            }
        }
        return positions.get(0);
    }

    private static byte[] header() throws IOException {
        return LoggedNumbers.header(GRAPH, "A", LogHeader.Beginning.RUN, NOTHING).encode();
    }

    /** Changes a byte of the message in the partition's file. */
    private static void flip(String topic, long offset, int at) throws IOException {
        Path file =
                directory.resolve("data").resolve(topic + "-0").resolve("0".repeat(20) + ".log");
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long batch = 0;
            bytes.seek(batch);
            while (bytes.readLong() != offset) {
                batch += OVERHEAD_BYTES + bytes.readInt();
                bytes.seek(batch);
            }
            bytes.seek(batch + at);
            int changed = bytes.readByte() ^ 0x10;
            bytes.seek(batch + at);
            bytes.writeByte(changed);
        }
    }

    private List<Long> recovered(boolean acceptsLoss) throws Exception {
        return LoggedNumbers.recovered(log, GRAPH, Origin.of("A", NOTHING), acceptsLoss, Set.of());
    }
}
