/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.kafka.LogFixtures.Told;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static io.tspoon.log.kafka.LogFixtures.append;
import static io.tspoon.log.kafka.LogFixtures.bytes;
import static io.tspoon.log.kafka.LogFixtures.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The log while its broker is killed. */
@Timeout(120)
class KafkaLogKillITCase {
    private static final int BATCH = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration IMPATIENCE = Duration.ofSeconds(3);
    private static final int ATTEMPTS = 3;

    @RegisterExtension final NoFailure noFailure = new NoFailure();
    @TempDir Path directory;

    @Test
    void acknowledgedRecordsOutliveTheBroker() throws Exception {
        Told told = new Told();
        try (BrokerProcess broker = new BrokerProcess(directory)) {
            KafkaLog log = log(broker, PATIENCE);
            int appended = 0;
            try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
                writer.onDurable(told);
                writer.roll(bytes("before"));
                for (int kills = 0; kills < 2; kills++) {
                    appended = appendSome(writer, appended);
                    told.awaitDurable(appended - BATCH);
                    broker.kill();
                    appended = appendSome(writer, appended);
                    broker.start();
                }
                writer.roll(bytes("after"));
                appended = appendSome(writer, appended);
            }

            assertThat(told.failures).isEmpty();
            assertThat(told.highest()).isEqualTo(appended);
            List<List<String>> segments = read(log, 0, LogReader.BEGINNING);
            assertThat(segments).hasSize(2);
            int number = 0;
            for (List<String> segment : segments) {
                for (String record : segment.subList(1, segment.size())) {
                    assertThat(record).isEqualTo("record " + ++number);
                }
            }
            assertThat(number).isEqualTo(appended);
        }
    }

    @Test
    void brokerThatStaysAwayFailsTheWriterOnceAndInTime() throws Exception {
        try (BrokerProcess broker = new BrokerProcess(directory)) {
            try (LogWriter first = log(broker, PATIENCE).openWriter(GRAPH, 0, noFailure)) {
                first.roll(bytes("topic")); // a broker that has just begun takes its time for it
            }
            KafkaLog log = log(broker, IMPATIENCE);
            Written written = write(log);
            LogWriter writer = written.writer();
            Told told = written.told();

            broker.kill();
            long begin = System.nanoTime();
            appendSome(writer, BATCH);

            assertThat(told.awaitFailure())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("topic=kill-" + GRAPH)
                    .hasMessageContaining("partition=0")
                    .hasMessageContaining(broker.bootstrapServers())
                    .hasMessageContaining("The job fails");
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(20)); // Kafka's own are 30 and 120
            append(writer, 3 * BATCH, "ignored");
            assertThatThrownBy(() -> writer.roll(bytes("next"))).isInstanceOf(IOException.class);
            assertThatThrownBy(writer::close).isInstanceOf(IOException.class);
            assertThat(told.highest()).isEqualTo(BATCH);
            assertThat(told.failures).isEmpty();
            assertThatThrownBy(() -> log.openWriter(GRAPH, 0, told))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Check that the brokers can be reached");
            assertThatThrownBy(() -> log.openReader(GRAPH, 0, LogReader.BEGINNING))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Cannot read log");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deletionIsDoneWhenItIsConfirmedOrThatFails(boolean byWriter) throws Exception {
        try (BrokerProcess broker = new BrokerProcess(directory)) {
            KafkaLog log = log(broker, PATIENCE);
            try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
                writer.roll(bytes("header"));
            }
            long end = log.shut(GRAPH, 0);
            KafkaLog impatient = log(broker, IMPATIENCE);
            LogWriter late = open(impatient, noFailure);
            broker.pause();
            late.deleteBefore(end);
            assertNotDeleted(late::close);
            assertNotDeleted(() -> impatient.deleteBefore(GRAPH, 0, end));
            broker.resume();

            if (byWriter) {
                try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
                    writer.deleteBefore(end);
                }
            } else {
                log.deleteBefore(GRAPH, 0, end);
            }

            TopicPartition partition = new TopicPartition("kill-" + GRAPH, 0);
            try (Admin admin = broker.admin()) {
                assertThat(offset(admin, partition, OffsetSpec.earliest()))
                        .isPositive()
                        .isEqualTo(offset(admin, partition, OffsetSpec.latest()));
            }
        }
    }

    /**
     * A writer whose first batch is durable.
     *
     * @param told what it was told
     */
    private record Written(LogWriter writer, Told told) {}

    /** Begins anew if the broker stands still for longer than the log waits. */
    private static Written write(KafkaLog log) throws Exception {
        for (int attempt = 1; ; attempt++) {
            Told told = new Told();
            LogWriter writer = open(log, told);
            try {
                writer.onDurable(told);
                writer.roll(bytes("header"));
                told.awaitDurable(appendSome(writer, 0));
                return new Written(writer, told);
            } catch (IOException | AssertionError e) {
                assertThatThrownBy(writer::close).isInstanceOf(IOException.class);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Opens it again if the broker stands still for longer than the log waits. */
    private static LogWriter open(KafkaLog log, LogFailure failure) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return log.openWriter(GRAPH, 0, failure);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static void assertNotDeleted(ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot delete segments of log")
                .hasMessageContaining("topic=kill-" + GRAPH + ", partition=0");
    }

    private static long offset(Admin admin, TopicPartition partition, OffsetSpec of)
            throws Exception {
        return admin.listOffsets(Map.of(partition, of)).partitionResult(partition).get().offset();
    }

    private static KafkaLog log(BrokerProcess broker, Duration timeout) {
        return KafkaLog.builder()
                .bootstrapServers(broker.bootstrapServers())
                .topic("kill")
                .timeout(timeout)
                .build();
    }

    /** Appends a batch; returns the last ticket. */
    private static int appendSome(LogWriter writer, int last) throws IOException {
        for (int ticket = last + 1; ticket <= last + BATCH; ticket++) {
            append(writer, ticket, "record " + ticket);
        }
        return last + BATCH;
    }
}
