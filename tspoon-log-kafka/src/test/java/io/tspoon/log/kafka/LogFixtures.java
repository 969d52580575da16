/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;

import org.junit.jupiter.api.TestInfo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Texts as records, and what writers are told. */
final class LogFixtures {
    static final String GRAPH = "transfers";

    private LogFixtures() {}

    /** A log in a topic of the test's own. */
    static KafkaLog logOf(TestInfo test, String bootstrapServers) {
        KafkaLog log = builderOf(test, bootstrapServers).build();
        log.validate();
        return log;
    }

    static KafkaLog.Builder builderOf(TestInfo test, String bootstrapServers) {
        return KafkaLog.builder()
                .bootstrapServers(bootstrapServers)
                .topic(nameOf(test))
                .timeout(Duration.ofSeconds(20));
    }

    /** The topic of {@link #logOf}. */
    static String topicOf(TestInfo test) {
        return nameOf(test) + "-" + GRAPH;
    }

    private static String nameOf(TestInfo test) {
        return test.getTestMethod().orElseThrow().getName()
                + Integer.toHexString(test.getDisplayName().hashCode());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static byte[] records(String... texts) throws IOException {
        LogRecords records = new LogRecords();
        for (String text : texts) {
            records.begin().write(bytes(text));
            records.end();
        }
        return Arrays.copyOf(records.array(), records.length());
    }

    static void append(LogWriter writer, long ticket, String... texts) throws IOException {
        byte[] records = records(texts);
        writer.append(ticket, records, records.length);
    }

    /** All from the position on, by segment: header, then records. */
    static List<List<String>> read(KafkaLog log, int part, long position) throws IOException {
        List<List<String>> segments = new ArrayList<>();
        try (LogReader reader = log.openReader(GRAPH, part, position)) {
            while (reader.nextSegment()) {
                List<String> segment = new ArrayList<>();
                segment.add(text(reader.header()));
                byte[] record;
                while ((record = reader.nextRecord()) != null) {
                    segment.add(text(record));
                }
                segments.add(segment);
            }
        }
        return segments;
    }

    /** The tickets a writer calls durable, and its failures, for a test to await. */
    static final class Told implements LogWriter.Durable, LogFailure {
        private static final Duration PATIENCE = Duration.ofSeconds(60);

        final BlockingQueue<Long> tickets = new LinkedBlockingQueue<>();
        final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
        private volatile long highest = Long.MIN_VALUE;

        @Override
        public void durable(long ticket) {
            if (ticket <= highest) {
                failures.add(new AssertionError("ticket=" + ticket + ", after=" + highest));
            }
            if (!failures.isEmpty()) {
                failures.add(new AssertionError("durable after a failure, ticket=" + ticket));
            }
            highest = ticket;
            tickets.add(ticket);
        }

        @Override
        public void failed(Throwable cause) {
            failures.add(cause);
            tickets.add(Long.MIN_VALUE); // wakes up who waits for others
        }

        long highest() {
            return highest;
        }

        void awaitDurable(long ticket) throws InterruptedException {
            while (highest < ticket) {
                Long next = tickets.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                if (next == null || (highest < ticket && !failures.isEmpty())) {
                    throw new AssertionError(
                            "not durable, ticket=" + ticket + ", highest=" + highest,
                            failures.peek());
                }
            }
        }

        Throwable awaitFailure() throws InterruptedException {
            Throwable failure = failures.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (failure == null) {
                throw new AssertionError("no failure was told, highest=" + highest);
            }
            return failure;
        }
    }
}
