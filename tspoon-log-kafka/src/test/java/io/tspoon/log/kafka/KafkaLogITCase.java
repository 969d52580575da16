/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.kafka.LogFixtures.Told;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static io.tspoon.log.kafka.LogFixtures.append;
import static io.tspoon.log.kafka.LogFixtures.bytes;
import static io.tspoon.log.kafka.LogFixtures.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The log against a broker, a topic for each test. */
@Timeout(120)
class KafkaLogITCase {
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
    void segmentsOfEachPartAreReadBack() throws Exception {
        List<Long> positions = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            Told told = new Told();
            try (LogWriter writer = log.openWriter(GRAPH, part, told)) {
                writer.onDurable(told);
                positions.add(writer.roll(bytes("h1 of " + part)));
                append(writer, 1, "a" + part, "b" + part);
                append(writer, 2, "c" + part);
                positions.add(writer.roll(bytes("h2 of " + part)));
                assertThat(told.highest()).isEqualTo(2);
                positions.add(writer.roll(bytes("")));
                append(writer, 3, "d" + part);
            }
            assertThat(told.highest()).isEqualTo(3);
            assertThat(told.failures).isEmpty();
        }

        assertThat(log.parts(GRAPH)).containsExactly(0, 1);
        assertThat(read(log, 1, LogReader.BEGINNING))
                .containsExactly(
                        List.of("h1 of 1", "a1", "b1", "c1"),
                        List.of("h2 of 1"),
                        List.of("", "d1"));
        assertThat(read(log, 0, positions.get(1)))
                .containsExactly(List.of("h2 of 0"), List.of("", "d0"));
        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            List<Long> found = new ArrayList<>();
            while (reader.nextSegment()) {
                found.add(reader.position());
            }
            assertThat(found).isEqualTo(positions.subList(0, 3));
            assertThat(reader.tornBytes()).isZero();
        }
    }

    @Test
    void nextWriterGoesOnBehindTheLast() throws Exception {
        for (int run = 0; run < 3; run++) {
            try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
                writer.roll(bytes("run " + run));
                append(writer, 1, "of " + run);
            }
        }

        assertThat(read(log, 0, LogReader.BEGINNING))
                .containsExactly(
                        List.of("run 0", "of 0"),
                        List.of("run 1", "of 1"),
                        List.of("run 2", "of 2"));
    }

    @Test
    void orderIsKeptWithSeveralInFlight() throws Exception {
        int appends = 20_000;
        Told told = new Told();
        List<String> written = new ArrayList<>();
        written.add("header");
        try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            writer.roll(bytes("header"));
            for (int i = 0; i < appends; i++) {
                String record = i + "x".repeat(i % 500);
                written.add(record);
                append(writer, i, record);
            }
            told.awaitDurable(appends - 1);
        }

        assertThat(told.failures).isEmpty();
        assertThat(read(log, 0, LogReader.BEGINNING)).containsExactly(written);
        assertThat(told.tickets.size()).as("appends share flushes").isLessThan(appends / 2);
    }

    @Test
    void olderWriterIsShutOutInItsTransaction() throws Exception {
        Told told = new Told();
        try (LogWriter older = log.openWriter(GRAPH, 0, told)) {
            older.onDurable(told);
            older.roll(bytes("older"));
            append(older, 1, "acknowledged");
            told.awaitDurable(1);
            try (LogWriter newer = log.openWriter(GRAPH, 0, noFailure)) {
                append(older, 2, "too late");
                assertThat(told.awaitFailure()).hasMessageContaining("another writer was opened");
                newer.roll(bytes("newer"));
            }
            assertThatThrownBy(() -> older.roll(bytes("again"))).isInstanceOf(IOException.class);
            assertThatThrownBy(older::close).hasMessageContaining("another writer was opened");
        }

        assertThat(told.highest()).isEqualTo(1);
        assertThat(read(log, 0, LogReader.BEGINNING))
                .containsExactly(List.of("older", "acknowledged"), List.of("newer"));
    }

    @Test
    void olderWriterIsShutOutBeforeItsFirstTransaction() throws Exception {
        Told told = new Told();
        try (LogWriter older = log.openWriter(GRAPH, 0, told);
                LogWriter newer = log.openWriter(GRAPH, 0, noFailure)) {
            assertThatThrownBy(() -> older.roll(bytes("older"))).isInstanceOf(IOException.class);
            newer.roll(bytes("newer"));
            assertThat(told.awaitFailure()).hasMessageContaining("another writer was opened");
            assertThatThrownBy(older::close).isInstanceOf(IOException.class);
        }

        assertThat(read(log, 0, LogReader.BEGINNING)).containsExactly(List.of("newer"));
    }

    @Test
    void transactionIsRenewedBeforeKafkaTakesTheWriterForDead(TestInfo test) throws Exception {
        KafkaLog impatient =
                LogFixtures.builderOf(test, BROKER.bootstrapServers())
                        .transactionTimeout(Duration.ofSeconds(6))
                        .build();
        Told told = new Told();
        try (LogWriter writer = impatient.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            long position = writer.roll(bytes("header"));
            int ticket = 0;
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < Duration.ofSeconds(7).toNanos()) {
                append(writer, ++ticket, "record " + ticket);
                told.awaitDurable(ticket);
            }
            // Each commit leaves a marker, which takes an offset.
            assertThat(endOffset()).isGreaterThan(position + ticket + 3);
            assertThat(read(impatient, 0, position).get(0)).hasSize(ticket + 1);
        }
        assertThat(told.failures).isEmpty();
    }

    @Test
    void deletedSegmentsAreGone() throws Exception {
        try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            final long first = writer.roll(bytes("first"));
            append(writer, 1, "1");
            long second = writer.roll(bytes("second"));
            append(writer, 2, "2");
            final long third = writer.roll(bytes("third"));
            long before = writer.bytes();

            writer.deleteBefore(second);

            while (beginOffset() < second || writer.bytes() == before) {
                Thread.onSpinWait();
            }
            assertThat(writer.bytes()).isPositive().isLessThan(before);
            assertThat(read(log, 0, LogReader.BEGINNING))
                    .containsExactly(List.of("second", "2"), List.of("third"));
            assertThat(read(log, 0, third)).containsExactly(List.of("third"));
            assertThatThrownBy(() -> log.openReader(GRAPH, 0, first))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("begin=" + second);
        }
    }

    @Test
    void positionMustBeThatOfAHeader() throws Exception {
        try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            long position = writer.roll(bytes("header"));
            append(writer, 1, "record");
            writer.roll(bytes("next"));

            assertThatThrownBy(() -> log.openReader(GRAPH, 0, position + 1))
                    .isInstanceOf(LogCorruptedException.class);
            assertThatThrownBy(() -> log.openReader(GRAPH, 0, 1_000))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("position=1000");
        }
    }

    @Test
    void partsOpenedTogetherAllGetTheirPartition() throws Exception {
        int parts = 6;
        ExecutorService threads = Executors.newFixedThreadPool(parts);
        try {
            List<Future<LogWriter>> opened =
                    IntStream.range(0, parts)
                            .mapToObj(
                                    part ->
                                            threads.submit(
                                                    () -> log.openWriter(GRAPH, part, noFailure)))
                            .toList();
            for (int part = 0; part < parts; part++) {
                try (LogWriter writer = opened.get(part).get()) {
                    writer.roll(bytes("part " + part));
                }
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(log.parts(GRAPH)).containsExactly(0, 1, 2, 3, 4, 5);
        for (int part = 0; part < parts; part++) {
            assertThat(read(log, part, LogReader.BEGINNING))
                    .containsExactly(List.of("part " + part));
        }
    }

    @Test
    void readerEndsWhereTheLogEndedWhenItWasOpened() throws Exception {
        try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            writer.roll(bytes("before"));
            try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
                append(writer, 1, "after");
                writer.roll(bytes("after"));
                assertThat(reader.nextSegment()).isTrue();
                assertThat(reader.nextRecord()).isNull();
                assertThat(reader.nextSegment()).isFalse();
            }
        }
    }

    @Test
    void topicThatIsMissingHasNoParts(TestInfo test) throws Exception {
        KafkaLog impatient =
                LogFixtures.builderOf(test, BROKER.bootstrapServers())
                        .timeout(Duration.ofSeconds(3))
                        .build();
        assertThat(impatient.parts(GRAPH)).isEmpty();
        for (long position : new long[] {LogReader.BEGINNING, 0}) {
            assertThatThrownBy(() -> impatient.openReader(GRAPH, 0, position))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("the brokers do not know the partition, waitedMs=3000")
                    .hasMessageContaining("topic=" + topic + ", partition=0");
        }
    }

    /** A broker may hear later of it than the one that has listed it. */
    @Test
    void partitionThatIsNotKnownYetIsAwaited() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch begun = new CountDownLatch(1);
            Future<List<Integer>> partsWhenOpened =
                    thread.submit(
                            () -> {
                                begun.countDown();
                                log.openReader(GRAPH, 0, LogReader.BEGINNING).close();
                                return log.parts(GRAPH);
                            });
            begun.await();
            log.openWriter(GRAPH, 0, noFailure).close();

            assertThat(partsWhenOpened.get()).containsExactly(0);
        } finally {
            thread.shutdownNow();
        }
    }

    /** The process was frozen, and a run of higher parallelism writes the part again. */
    @Test
    void lateDeletionLeavesWhatALaterRunWrites() throws Exception {
        try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            writer.roll(bytes("old"));
            append(writer, 1, "1");
        }
        long end = log.shut(GRAPH, 0);
        try (LogWriter writer = log.openWriter(GRAPH, 0, noFailure)) {
            writer.roll(bytes("new"));
            append(writer, 1, "acknowledged");
            writer.roll(bytes("newer"));

            log.deleteBefore(GRAPH, 0, end);

            append(writer, 2, "after");
        }
        assertThat(read(log, 0, LogReader.BEGINNING))
                .containsExactly(List.of("new", "acknowledged"), List.of("newer", "after"));
    }

    @Test
    void whoeverWritesAPartIsShutOut() throws Exception {
        Told told = new Told();
        LogWriter older = log.openWriter(GRAPH, 0, told);
        older.onDurable(told);
        older.roll(bytes("older"));
        append(older, 1, "acknowledged");
        told.awaitDurable(1);

        long end = log.shut(GRAPH, 0);
        append(older, 2, "too late");

        assertThat(told.awaitFailure()).hasMessageContaining("another writer was opened");
        assertThat(end).isEqualTo(endOffset());
        assertThatThrownBy(older::close).isInstanceOf(IOException.class);
    }

    @Test
    void tooMuchAtOnceFailsTheWriter() throws Exception {
        Told told = new Told();
        LogWriter writer = log.openWriter(GRAPH, 0, told);
        writer.onDurable(told);
        writer.roll(bytes("header"));
        writer.append(1, new byte[FlushLimits.MAX_BYTES + 1], FlushLimits.MAX_BYTES + 1);

        assertThat(told.awaitFailure())
                .hasMessageContaining("too much was appended at once")
                .hasMessageContaining("let a transaction write less")
                .hasMessageNotContaining("brokers can be reached");
        assertThatThrownBy(writer::close).isInstanceOf(IOException.class);
    }

    @Test
    void largestAppendIsTaken() throws Exception {
        Told told = new Told();
        byte[] largest = new byte[FlushLimits.MAX_BYTES];
        try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            writer.roll(bytes("header"));
            writer.append(1, largest, largest.length);
            told.awaitDurable(1);
        }
        assertThat(told.failures).isEmpty();
    }

    private long beginOffset() throws Exception {
        return offset(OffsetSpec.earliest());
    }

    private long endOffset() throws Exception {
        return offset(OffsetSpec.latest());
    }

    private long offset(OffsetSpec of) throws Exception {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (Admin admin = BROKER.admin()) {
            return admin.listOffsets(Map.of(partition, of))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
    }
}
