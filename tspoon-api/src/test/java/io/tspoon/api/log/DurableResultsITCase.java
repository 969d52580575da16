/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.protocol.Timestamps;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * With a write-ahead log, every result that anybody has seen before a failure is the same
 * afterwards, whether a checkpoint was taken since or not, and each input has one.
 *
 * <p>Every result says which transfer it is of, for without keys nothing else does: in what it has
 * emitted, or in why it was aborted.
 */
class DurableResultsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 12_000;
    private static final int ACCOUNTS = 200;
    private static final String OVERDRAWN = "overdrawn";

    /** At each of three places. */
    private static final int FAILURES = 1;

    /** Which have the numbers of transfers as lines, one after the other. */
    private static final int FILES = 6;

    private static final int LINES = TRANSFERS / FILES;

    @TempDir Path directory;
    @TempDir Path files;

    /** By what inputs are known when they come again, and how many of them are equal. */
    private enum Inputs {
        KEYED(1),
        BY_CONTENT(1),

        /** So many that some of them are logged, and others not, whenever the job fails. */
        EQUAL_ONES(12),

        /** Keyed, from files. */
        LINES_KEYED(1),
        LINES_BY_CONTENT(1);

        private final int copies;

        Inputs(int copies) {
            this.copies = copies;
        }

        int different() {
            return TRANSFERS / copies;
        }

        boolean areKeyed() {
            return this == KEYED || this == LINES_KEYED;
        }

        boolean areLines() {
            return this == LINES_KEYED || this == LINES_BY_CONTENT;
        }

        /** The part of a number, all of which come in order. */
        LongUnaryOperator parts(int parallelism) {
            return areLines() ? number -> number / LINES : Numbers.parts(TRANSFERS, parallelism);
        }

        Transfer numbered(long number) {
            return Transfer.numbered(number % different(), ACCOUNTS, 42);
        }

        TransactionalStream<Transfer> open(TransactionalGraph graph, DataStream<Transfer> input) {
            return areKeyed()
                    ? graph.openTransaction(input, Transfer::key)
                    : graph.openTransaction(input);
        }
    }

    @ParameterizedTest(name = "{0} {1}, parallelism {2}, {3}, checkpoints every {4} ms, {5}")
    @CsvSource({
        "PL3, TIMESTAMP_BASED, 1, HEAP, 100, KEYED",
        "PL3, TIMESTAMP_BASED, 4, ROCKSDB, 100, KEYED",
        "PL3, LOCK_BASED, 4, HEAP, 3600000, KEYED",
        "PL2, LOCK_BASED, 2, HEAP, 100, KEYED",
        "PL4, TIMESTAMP_BASED, 4, HEAP, 100, KEYED",
        "PL4, LOCK_BASED, 2, ROCKSDB, 100, KEYED",
        "PL3, TIMESTAMP_BASED, 2, HEAP, 100, BY_CONTENT",
        "PL3, LOCK_BASED, 4, HEAP, 3600000, BY_CONTENT",
        "PL4, TIMESTAMP_BASED, 2, HEAP, 100, BY_CONTENT",
        "PL3, LOCK_BASED, 2, HEAP, 3600000, EQUAL_ONES",
        "PL4, TIMESTAMP_BASED, 1, HEAP, 100, EQUAL_ONES",
        "PL4, TIMESTAMP_BASED, 2, HEAP, 100, LINES_KEYED",
        "PL3, LOCK_BASED, 2, HEAP, 3600000, LINES_BY_CONTENT",
        "PL4, DETERMINISTIC, 1, HEAP, 100, KEYED",
        "PL4, DETERMINISTIC, 4, HEAP, 100, KEYED",
        "PL4, DETERMINISTIC, 2, ROCKSDB, 3600000, BY_CONTENT",
        "PL4, DETERMINISTIC, 2, HEAP, 100, LINES_KEYED",
    })
    void whatWasSeenStays(
            IsolationLevel level,
            ConcurrencyControl control,
            int parallelism,
            Backend backend,
            int checkpointMs,
            Inputs inputs)
            throws Exception {
        String test =
                String.join(
                        "-",
                        "durable",
                        level.name(),
                        control.name(),
                        backend.name(),
                        String.valueOf(parallelism),
                        String.valueOf(checkpointMs),
                        inputs.name());
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, recovering);
        Faults<Transfer> before = new Faults<>(test + "-before", 3_000, FAILURES);
        Faults<Movement> inside = new Faults<>(test + "-inside", 8_000, FAILURES);
        Faults<TransactionResult<Long>> after = new Faults<>(test + "-after", 3_500, FAILURES);
        DataStream<Long> numbers =
                inputs.areLines() ? lines(environment) : environment.fromSequence(0, TRANSFERS - 1);
        DataStream<Transfer> transfers =
                numbers.map(inputs::numbered).returns(Transfer.class).map(before);
        TransactionalGraph graph =
                TransactionalGraph.named("bank")
                        .isolation(level)
                        .concurrencyControl(control)
                        .writeAheadLog(new FileLog(directory.toUri().toString()));
        DataStream<TransactionResult<Long>> settled =
                inputs.open(graph, transfers)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .apply(
                                Bank.BALANCE,
                                (balance, movement, transaction) -> {
                                    inside.pass();
                                    long sum = balance.get() + movement.amount();
                                    if (sum < 0) {
                                        transaction.abort(
                                                OVERDRAWN, "transfer", movement.transfer());
                                    }
                                    balance.set(sum);
                                    transaction.emit(movement.transfer());
                                },
                                Long.class)
                        .closeTransaction();

        Tap.open(settled, test);
        ExactlyOnceSink.collect(settled.map(after).returns(settled.getType()), test);
        environment.execute();

        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);
        List<TransactionResult<Long>> seen = Tap.passed(test);
        SeenResults.checkStay(seen, all);
        assertThat(seen).hasSizeGreaterThanOrEqualTo(all.size());
        checkComplete(all, inputs);
        checkReplay(all);
        if (level == IsolationLevel.PL4) {
            checkEntryOrder(all, inputs, parallelism);
        }
        assertThat(Faults.failures(test + "-before")).isEqualTo(FAILURES);
        assertThat(Faults.failures(test + "-inside")).isEqualTo(FAILURES);
        assertThat(Faults.failures(test + "-after")).isEqualTo(FAILURES);
    }

    /** Numbers from files: how far each was read is in the checkpoints of the source. */
    private DataStream<Long> lines(StreamExecutionEnvironment environment) throws IOException {
        for (int file = 0; file < FILES; file++) {
            Files.write(
                    files.resolve(file + ".txt"),
                    LongStream.range((long) file * LINES, (file + 1L) * LINES)
                            .mapToObj(Long::toString)
                            .toList());
        }
        return environment
                .fromSource(
                        FileSource.forRecordStreamFormat(
                                        new TextLineInputFormat(),
                                        org.apache.flink.core.fs.Path.fromLocalFile(files.toFile()))
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "lines")
                .map(Long::valueOf)
                .returns(Types.LONG);
    }

    // ------------------------------------------------------------------ which transfer it was

    private static long transfer(TransactionResult<Long> result) {
        return result.isCommitted()
                ? result.emitted().get(0)
                : Long.parseLong(result.reasons().get(0).detail().replace("transfer=", ""));
    }

    /** As many results of each transfer as there are inputs of it. */
    private static void checkComplete(List<TransactionResult<Long>> all, Inputs inputs) {
        Map<Long, Long> counts =
                all.stream().collect(groupingBy(DurableResultsITCase::transfer, counting()));
        for (long number = 0; number < inputs.different(); number++) {
            assertThat(counts.getOrDefault(number, 0L))
                    .as("results of transfer %s", number)
                    .isEqualTo(inputs.copies);
        }
        assertThat(counts).hasSize(inputs.different());
        for (TransactionResult<Long> result : all) {
            String key = inputs.areKeyed() ? Long.toString(transfer(result)) : "";
            assertThat(result.key()).isEqualTo(key);
        }
    }

    /** Each result follows from those before it, and money is conserved. */
    private static void checkReplay(List<TransactionResult<Long>> all) {
        SerialReplay replay =
                SerialReplay.of(
                        all.stream().map(result -> named(result, transfer(result))).toList(),
                        (number, view) -> settle(Long.parseLong(number), view));
        Map<Integer, Long> balances = new HashMap<>();
        for (int account = 0; account < ACCOUNTS; account++) {
            balances.put(account, replay.value(Bank.BALANCE, account));
        }
        Bank.checkConserved(balances);
    }

    /**
     * Each coordinator keeps the order of what one instance of the source sends to it, or of one
     * file: all of that, or what its content chooses.
     */
    private static void checkEntryOrder(
            List<TransactionResult<Long>> all, Inputs inputs, int parallelism) {
        List<TransactionResult<Long>> ordered = new ArrayList<>(all);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        Timestamps timestamps = new Timestamps(parallelism);
        Map<Integer, List<TransactionResult<Long>>> entered = new HashMap<>();
        Map<Long, Integer> copies = new HashMap<>();
        for (TransactionResult<Long> result : ordered) {
            long transfer = transfer(result);
            int copy = copies.merge(transfer, 1, Integer::sum) - 1;
            int place = inputs.areKeyed() ? 0 : timestamps.coordinator(result.timestamp().value());
            entered.computeIfAbsent(place, any -> new ArrayList<>())
                    .add(named(result, transfer + (long) copy * inputs.different()));
        }
        for (List<TransactionResult<Long>> results : entered.values()) {
            Workload.checkEntryOrder(results, inputs.parts(parallelism));
        }
    }

    /** With a number as its key, which tells the replay what to do. */
    private static TransactionResult<Long> named(TransactionResult<Long> result, long number) {
        return new TransactionResult<>(
                result.id(),
                Long.toString(number),
                result.timestamp(),
                result.outcome(),
                result.attempts(),
                result.reasons(),
                result.updates(),
                result.emitted());
    }

    private static void settle(long number, SerialReplay.View view) {
        for (Movement movement : Transfer.numbered(number, ACCOUNTS, 42).movements()) {
            long sum = view.read(Bank.BALANCE, movement.account()) + movement.amount();
            if (sum < 0) {
                view.abort(OVERDRAWN);
            }
            view.write(Bank.BALANCE, movement.account(), sum);
            view.emit(number);
        }
    }
}
