/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.FlushFrame;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.kafka.LogFixtures.Told;
import io.tspoon.runtime.log.LoggedNumbers;
import io.tspoon.runtime.log.Origin;
import io.tspoon.runtime.log.Snapshot;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static io.tspoon.log.kafka.LogFixtures.bytes;
import static io.tspoon.log.kafka.LogFixtures.read;
import static io.tspoon.log.kafka.LogFixtures.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What in a topic is not as the log would have written it is refused. */
@Timeout(120)
class KafkaLogDamageITCase {
    @RegisterExtension static final SharedBroker BROKER = new SharedBroker();
    @RegisterExtension final NoFailure noFailure = new NoFailure();

    private String topic;
    private KafkaLog log;

    @BeforeEach
    void nameTopic(TestInfo test) {
        log = LogFixtures.logOf(test, BROKER.bootstrapServers());
        topic = LogFixtures.topicOf(test);
    }

    @Test
    void damagedMessageIsRefused() throws Exception {
        long position;
        try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            position = writer.roll(bytes("header"));
        }
        byte[] frame = frame(FlushFrame.Kind.RECORDS, 1, records("record"));
        frame[frame.length - 1]++;
        long offset = put(frame);

        assertThatThrownBy(() -> read(log, 0, position))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining(topic)
                .hasMessageContaining("partition=0")
                .hasMessageContaining("offset=" + offset);
    }

    @Test
    void missingFlushIsNoticed() throws Exception {
        put(frame(FlushFrame.Kind.HEADER, 0, bytes("header")));
        put(frame(FlushFrame.Kind.RECORDS, 1, records("first")));
        long offset = put(frame(FlushFrame.Kind.RECORDS, 3, records("third")));

        assertThatThrownBy(() -> read(log, 0, LogReader.BEGINNING))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("offset=" + offset)
                .hasMessageContaining("number=3, expected=2");
    }

    @Test
    void recordsWithoutAHeaderAreRefused() throws Exception {
        put(frame(FlushFrame.Kind.RECORDS, 1, records("first")));

        assertThatThrownBy(() -> read(log, 0, LogReader.BEGINNING))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("expected=a header");
    }

    @Test
    void readingGoesOnWithTheNextSegment() throws Exception {
        put(frame(FlushFrame.Kind.HEADER, 0, bytes("header")));
        put(frame(FlushFrame.Kind.RECORDS, 1, records("first")));
        long damaged = put(bytes("no frame"));
        put(frame(FlushFrame.Kind.RECORDS, 2, records("second")));
        put(bytes("no frame either"));
        long position = put(frame(FlushFrame.Kind.HEADER, 0, bytes("next header")));
        long last = put(frame(FlushFrame.Kind.RECORDS, 1, records("third")));

        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            assertThat(reader.nextSegment()).isTrue();
            assertThat(reader.nextRecord()).isEqualTo(bytes("first"));
            assertThatThrownBy(reader::nextRecord)
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("offset=" + damaged);
            assertThat(reader.nextSegment()).isTrue();
            assertThat(reader.position()).isEqualTo(position);
            assertThat(reader.place()).endsWith("offset=" + position);
            assertThat(reader.nextRecord()).isEqualTo(bytes("third"));
            assertThat(reader.place()).contains(topic).endsWith("offset=" + last);
            assertThat(reader.nextRecord()).isNull();
            assertThat(reader.nextSegment()).isFalse();
        }
    }

    /**
     * Brokers forget for a minute from where on a part is kept, if they are killed; or somebody has
     * made room.
     */
    @Test
    void restOfASegmentInFrontOfTheCheckpointStopsNoRecovery() throws Exception {
        Told told = new Told();
        long beginning;
        try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            beginning = writer.roll(checkpoint(1));
            for (long number = 1; number <= 3; number++) {
                LogRecords record = LoggedNumbers.record(number);
                writer.append(number, record.array(), record.length());
                told.awaitDurable(number);
            }
            writer.roll(checkpoint(2));
            LogRecords record = LoggedNumbers.record(4);
            writer.append(4, record.array(), record.length());
        }
        log.deleteBefore(GRAPH, 0, beginning + 2);

        assertThat(recovered(2)).containsExactly(4L);
        assertThatThrownBy(() -> recovered(1))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("number=2, expected=a header")
                .hasMessageContaining("log-accept-loss");
    }

    private static byte[] checkpoint(long id) throws IOException {
        return LoggedNumbers.header(
                        GRAPH, "A", LogHeader.Beginning.CHECKPOINT, new Snapshot(id, "A"))
                .encode();
    }

    private List<Long> recovered(long checkpoint) throws Exception {
        Origin origin = new Origin("A", new Snapshot(checkpoint, "A"), false, 0, 1);
        return LoggedNumbers.recovered(log, GRAPH, origin, false, Set.of(0));
    }

    @ParameterizedTest
    @CsvSource({
        "cleanup.policy, compact",
        "retention.ms, 604800000",
        "retention.bytes, 1000000000",
        "unclean.leader.election.enable, true",
        "max.message.bytes, 1048588",
        "segment.bytes, 33554432"
    })
    void topicThatWouldLoseRecordsIsRefused(String key, String value) throws Exception {
        create(Map.of(key, value));

        assertThatThrownBy(() -> log.openWriter(GRAPH, 0, noFailure))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(key + "=" + value)
                .hasMessageContaining("Set " + key)
                .hasMessageContaining(topic);
    }

    private static byte[] frame(FlushFrame.Kind kind, long number, byte[] body) {
        byte[] frame = new byte[FlushFrame.PREFIX_BYTES + body.length];
        System.arraycopy(body, 0, frame, FlushFrame.PREFIX_BYTES, body.length);
        FlushFrame.seal(frame, frame.length, kind, number, 0);
        return frame;
    }

    /** Puts a message into part 0 as somebody else would; returns its offset. */
    private long put(byte[] message) throws Exception {
        if (log.parts(GRAPH).isEmpty()) {
            create(Map.of());
        }
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            return producer.send(new ProducerRecord<>(topic, 0, null, message)).get().offset();
        }
    }

    /** Creates the topic as the log would, but for some settings. */
    private void create(Map<String, String> others) throws Exception {
        Map<String, String> config = new HashMap<>();
        config.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        config.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        config.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(FlushLimits.MAX_MESSAGE_BYTES));
        config.putAll(others);
        try (Admin admin = BROKER.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(config)))
                    .all()
                    .get();
        }
    }
}
