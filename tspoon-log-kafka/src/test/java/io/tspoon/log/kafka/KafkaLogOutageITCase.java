/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.kafka.LogFixtures.Told;
import io.tspoon.runtime.log.LogRecovery;
import io.tspoon.runtime.log.LoggedNumbers;
import io.tspoon.runtime.log.Origin;
import io.tspoon.runtime.log.Snapshot;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** A broker that is away while the log is read, and comes back: nothing is damaged by that. */
@Timeout(120)
class KafkaLogOutageITCase {
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Snapshot NOTHING = new Snapshot(Snapshot.NONE, "");
    private static final List<Long> ALL = List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);

    @TempDir Path directory;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<Long> repeated = new ArrayList<>();
    private BrokerProcess broker;
    private KafkaLog log;

    private Future<?> resumed;

    @BeforeEach
    void write(TestInfo test) throws Exception {
        broker = new BrokerProcess(directory);
        log = LogFixtures.logOf(test, broker.bootstrapServers());
        Told told = new Told();
        try (LogWriter writer = log.openWriter(GRAPH, 0, told)) {
            writer.onDurable(told);
            writer.roll(
                    LoggedNumbers.header(GRAPH, "A", LogHeader.Beginning.RUN, NOTHING).encode());
            for (long number : ALL) {
                LogRecords record = LoggedNumbers.record(number);
                writer.append(number, record.array(), record.length());
                told.awaitDurable(number);
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        timer.shutdownNow();
        broker.close();
    }

    /** It answers when it is asked why it has sent nothing, and would send all by then. */
    @ParameterizedTest(name = "log-accept-loss={0}")
    @ValueSource(booleans = {false, true})
    void brokerThatComesBackAfterTheTimeoutHasLostNothing(boolean acceptsLoss, TestInfo test)
            throws Exception {
        Throwable failure =
                readWhileAway(
                        readWithin(test, TIMEOUT),
                        TIMEOUT.multipliedBy(3).dividedBy(2),
                        acceptsLoss);

        assertThat(failure)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        away ->
                                assertThat(away)
                                        .isExactlyInstanceOf(IOException.class)
                                        .hasMessageContaining("the brokers sent nothing"));
        assertThat(repeated).isEqualTo(failure == null ? ALL : ALL.subList(0, repeated.size()));
        resumed.get();
        assertThat(LoggedNumbers.recovered(log, GRAPH, Origin.of("A", NOTHING), false, Set.of()))
                .isEqualTo(ALL);
    }

    @Test
    void brokerThatComesBackInTimeIsWaitedFor(TestInfo test) throws Exception {
        KafkaLog patient = readWithin(test, TIMEOUT.multipliedBy(5));

        assertThat(readWhileAway(patient, TIMEOUT.dividedBy(4), false)).isNull();

        assertThat(repeated).isEqualTo(ALL);
    }

    /** Flink does not interrupt tasks that close, and ends the process if that takes too long. */
    @Test
    void closingWaitsNoLongerThanItMay(TestInfo test) throws Exception {
        KafkaLog patient =
                LogFixtures.builderOf(test, broker.bootstrapServers())
                        .timeout(Duration.ofMinutes(5))
                        .build();
        Told waits = new Told();
        Told durable = new Told();
        KafkaLogWriter waiting = (KafkaLogWriter) patient.openWriter(GRAPH, 0, waits);
        KafkaLogWriter quiet = (KafkaLogWriter) patient.openWriter(GRAPH, 1, durable);
        waiting.roll(new byte[1]);
        quiet.roll(new byte[1]);
        broker.pause();
        LogFixtures.append(waiting, 1, "no answer");
        long begunAtNanos = System.nanoTime();

        assertThatThrownBy(() -> waiting.close(PATIENCE_NANOS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no answer before the log was closed");
        quiet.close(PATIENCE_NANOS);

        assertThat(System.nanoTime() - begunAtNanos).isLessThan(30 * PATIENCE_NANOS);
        assertThat(waits.failures).hasSize(1);
        assertThat(durable.failures).as("only the transaction was not ended").isEmpty();
    }

    /** The same log, which waits for the broker for so long. */
    private KafkaLog readWithin(TestInfo test, Duration timeout) {
        return LogFixtures.builderOf(test, broker.bootstrapServers())
                .timeout(timeout)
                // A message at a time, so that most of them are still to come.
                .property("max.partition.fetch.bytes", "1")
                .build();
    }

    /** What reading throws, if the broker is away for so long from the first transactions on. */
    private Throwable readWhileAway(KafkaLog reading, Duration away, boolean acceptsLoss)
            throws Exception {
        Origin origin = Origin.of("A", NOTHING);
        long start = new LogRecovery(log, GRAPH, origin, false).find(Set.of(), 1).starts().get(0);
        LogRecovery recovery = new LogRecovery(reading, GRAPH, origin, acceptsLoss);
        LogRecovery.Receiver receiver =
                new LogRecovery.Receiver() {
                    @Override
                    public void segment(LogHeader header) throws Exception {
                        broker.pause();
                        resumed =
                                timer.schedule(
                                        () -> {
                                            broker.resume();
                                            return null;
                                        },
                                        away.toMillis(),
                                        TimeUnit.MILLISECONDS);
                    }

                    @Override
                    public void transaction(byte[] record, LoggedTransaction transaction) {
                        repeated.add(transaction.id());
                    }
                };
        return catchThrowable(() -> recovery.read(0, start, receiver));
    }
}
