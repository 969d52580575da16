/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.kafka.LogFixtures.Told;

import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static io.tspoon.log.kafka.LogFixtures.append;
import static io.tspoon.log.kafka.LogFixtures.bytes;
import static io.tspoon.log.kafka.LogFixtures.text;
import static org.assertj.core.api.Assertions.assertThat;

/** What a reader fetches that looks at the headers of segments only. */
@Timeout(120)
class KafkaLogSkipITCase {
    @RegisterExtension static final SharedBroker BROKER = new SharedBroker();

    private static final int SEGMENTS = 5;
    private static final int PER_SEGMENT = 300;
    private static final String RECORD = "x".repeat(8 << 10);

    private KafkaLog log;
    private KafkaLog counted;

    @BeforeEach
    void open(TestInfo test) {
        log =
                LogFixtures.builderOf(test, BROKER.bootstrapServers())
                        // A marker every two seconds.
                        .transactionTimeout(Duration.ofSeconds(8))
                        .build();
        counted =
                LogFixtures.builderOf(test, BROKER.bootstrapServers())
                        .property("interceptor.classes", Counter.class.getName())
                        .build();
    }

    @Test
    void headersAreReadWithoutWhatIsBetween() throws Exception {
        List<Long> positions = write();
        Counter.RECEIVED.set(0);

        try (LogReader reader = counted.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            for (int segment = 0; segment < SEGMENTS; segment++) {
                assertThat(reader.nextSegment()).isTrue();
                assertThat(reader.position()).isEqualTo(positions.get(segment));
                assertThat(text(reader.header())).isEqualTo("header " + segment);
            }
            assertThat(reader.nextSegment()).isFalse();
        }

        assertThat(Counter.RECEIVED.get())
                .as("messages, of %s", SEGMENTS * PER_SEGMENT)
                .isBetween((long) SEGMENTS, SEGMENTS * PER_SEGMENT / 4L);
    }

    @Test
    void segmentsCanBeReadAndSkippedInTurn() throws Exception {
        List<Long> positions = write();

        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            for (int segment = 0; segment < SEGMENTS; segment++) {
                assertThat(reader.nextSegment()).isTrue();
                assertThat(reader.position()).isEqualTo(positions.get(segment));
                if (segment == 1) {
                    assertThat(text(reader.nextRecord())).isEqualTo("0" + RECORD);
                }
                if (segment == 3) {
                    for (int i = 0; i < PER_SEGMENT; i++) {
                        assertThat(text(reader.nextRecord())).isEqualTo(i + RECORD);
                    }
                    assertThat(reader.nextRecord()).isNull();
                }
            }
            assertThat(reader.nextSegment()).isFalse();
            assertThat(reader.nextSegment()).isFalse();
        }
    }

    /** A message for each record; returns where the segments begin. */
    private List<Long> write() throws Exception {
        Told told = new Told();
        List<Long> positions = new ArrayList<>();
        long ticket = 0;
        try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            for (int segment = 0; segment < SEGMENTS; segment++) {
                positions.add(writer.roll(bytes("header " + segment)));
                for (int i = 0; i < PER_SEGMENT; i++) {
                    append(writer, ++ticket, i + RECORD);
                    told.awaitDurable(ticket);
                }
            }
        }
        return positions;
    }

    /** Counts the messages that consumers receive. */
    public static final class Counter implements ConsumerInterceptor<byte[], byte[]> {
        static final AtomicLong RECEIVED = new AtomicLong();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            RECEIVED.addAndGet(records.count());
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
