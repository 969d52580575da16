/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two t-graphs in a row with ordered results are as good as S-Store's dataflow graphs (VLDB 2015,
 * 2.2): an element goes through both in their order, and both execute the elements in the order in
 * which they come. So whatever fails, each element has the outcome of a serial program that does
 * all of one element before it begins with the next.
 */
class OrderedDataflowITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 20_000;
    private static final int ACCOUNTS = 30;
    private static final int JOURNALS = 5;
    private static final int REFUSED = 7;
    private static final int FACTOR = 31;

    /** Each value depends on all numbers before, and on their order. */
    private static final StateSpec<Integer, Integer> JOURNAL =
            StateSpec.named("journal", Integer.class, Integer.class)
                    .initialValue(1)
                    .constraint("entry is acceptable", value -> value % REFUSED != 0);

    private static final StateSpec<Integer, Integer> AGAIN =
            StateSpec.named("again", Integer.class, Integer.class)
                    .initialValue(1)
                    .constraint("entry is acceptable", value -> value % REFUSED != 0);

    @TempDir Path directory;

    /**
     * What the first t-graph says of a transfer.
     *
     * @param number of the transfer
     * @param journal where it is entered
     * @param moved whether it was committed
     */
    public record Entry(long number, int journal, boolean moved) {
        static Entry of(TransactionResult<Long> settled) {
            Transfer transfer = transfer(Long.parseLong(settled.key()));
            return new Entry(transfer.id(), transfer.source() % JOURNALS, settled.isCommitted());
        }

        int after(int before) {
            return before * FACTOR + (int) number * 2 + (moved ? 1 : 0);
        }
    }

    /** What comes out of a transfer in the end; null if it was refused by the second t-graph. */
    private record Line(long number, @Nullable Integer value) {
        static Line of(TransactionResult<Integer> entered) {
            return new Line(
                    Long.parseLong(entered.key()),
                    entered.isCommitted() ? entered.emitted().get(0) : null);
        }
    }

    @ParameterizedTest(name = "{0}, parallelism {1}, {2}, log: {3}")
    @CsvSource({
        "LOCK_BASED, 1, HEAP, false",
        "TIMESTAMP_BASED, 3, ROCKSDB, false",
        "LOCK_BASED, 3, HEAP, true",
        "DETERMINISTIC, 3, HEAP, false"
    })
    void eachElementIsAsInASerialRunOfBoth(
            ConcurrencyControl control, int parallelism, Backend backend, boolean logged)
            throws Exception {
        String test = "dataflow-" + control + "-" + parallelism + "-" + logged;
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        parallelism, backend, EmbeddedFlink.recovering(Duration.ofMillis(100)));
        DataStream<Transfer> transfers =
                environment
                        .fromSequence(0, TRANSFERS - 1)
                        .setParallelism(1)
                        .map(OrderedDataflowITCase::transfer)
                        .returns(Transfer.class)
                        .setParallelism(1)
                        .map(new Faults<>(test + "-before", 7_000, 2))
                        .setParallelism(1);
        DataStream<TransactionResult<Long>> settled =
                Bank.settle(graph("bank", control, logged), transfers, Bank.BALANCE);
        DataStream<TransactionResult<Integer>> entered =
                graph("books", control, logged)
                        .openTransaction(
                                settled.map(new Faults<>(test + "-between", 9_000, 2))
                                        .returns(settled.getType())
                                        .map(Entry::of)
                                        .returns(Entry.class),
                                entry -> Long.toString(entry.number()))
                        .keyBy(Entry::journal, Integer.class)
                        .update(JOURNAL, (value, entry) -> entry.after(value))
                        .closeTransaction();
        ExactlyOnceSink.collect(
                entered.map(new Faults<>(test + "-after", 11_000, 2)).returns(entered.getType()),
                test);

        environment.execute();

        List<TransactionResult<Integer>> lines = ExactlyOnceSink.received(test);
        assertThat(lines.stream().map(Line::of).toList()).containsExactlyElementsOf(serially());
        for (String place : List.of("-before", "-between", "-after")) {
            assertThat(Faults.failures(test + place)).isEqualTo(2);
        }
    }

    /** Several coordinators, each of which keeps the order of its customers in both t-graphs. */
    @ParameterizedTest(name = "{0}, log: {1}")
    @CsvSource({"TIMESTAMP_BASED, false", "LOCK_BASED, true", "DETERMINISTIC, false"})
    void elementsOfAKeyAreAsInASerialRunOfBoth(ConcurrencyControl control, boolean logged)
            throws Exception {
        String test = "keyed-" + control + "-" + logged;
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        3, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(100)));
        DataStream<Entry> entries =
                environment
                        .fromSequence(0, TRANSFERS - 1)
                        .setParallelism(1)
                        .map(number -> new Entry(number, customer(number), false))
                        .returns(Entry.class)
                        .setParallelism(1);
        DataStream<TransactionResult<Integer>> first =
                ordered("first", control, logged, entries, JOURNAL);
        DataStream<TransactionResult<Integer>> second =
                ordered(
                        "second",
                        control,
                        logged,
                        first.map(new Faults<>(test + "-between", 5_000, 2))
                                .returns(first.getType())
                                .map(OrderedDataflowITCase::next)
                                .returns(Entry.class),
                        AGAIN);
        ExactlyOnceSink.collect(
                second.map(new Faults<>(test + "-after", 6_000, 2)).returns(second.getType()),
                test);

        environment.execute();

        Map<Integer, List<Line>> byCustomer =
                ExactlyOnceSink.<TransactionResult<Integer>>received(test).stream()
                        .map(Line::of)
                        .collect(Collectors.groupingBy(line -> customer(line.number())));
        assertThat(byCustomer).isEqualTo(seriallyByCustomer());
        for (String place : List.of("-between", "-after")) {
            assertThat(Faults.failures(test + place)).isEqualTo(2);
        }
    }

    private DataStream<TransactionResult<Integer>> ordered(
            String name,
            ConcurrencyControl control,
            boolean logged,
            DataStream<Entry> entries,
            StateSpec<Integer, Integer> state) {
        return graph(name, control, logged)
                .orderedBy(Entry::journal, Integer.class)
                .openTransaction(entries, entry -> Long.toString(entry.number()))
                .keyBy(Entry::journal, Integer.class)
                .update(state, (value, entry) -> entry.after(value))
                .closeTransaction();
    }

    private static int customer(long number) {
        return transfer(number).source();
    }

    private static Entry next(TransactionResult<Integer> entered) {
        long number = Long.parseLong(entered.key());
        return new Entry(number, customer(number), entered.isCommitted());
    }

    private static Map<Integer, List<Line>> seriallyByCustomer() {
        Map<Integer, Integer> first = new HashMap<>();
        Map<Integer, Integer> second = new HashMap<>();
        Map<Integer, List<Line>> lines = new HashMap<>();
        for (long number = 0; number < TRANSFERS; number++) {
            int customer = customer(number);
            boolean accepted = enter(new Entry(number, customer, false), first) != null;
            Integer value = enter(new Entry(number, customer, accepted), second);
            lines.computeIfAbsent(customer, none -> new ArrayList<>()).add(new Line(number, value));
        }
        return lines;
    }

    /** Returns the value behind an entry; null if that is refused. */
    private static @Nullable Integer enter(Entry entry, Map<Integer, Integer> journals) {
        int value = entry.after(journals.getOrDefault(entry.journal(), 1));
        if (value % REFUSED == 0) {
            return null;
        }
        journals.put(entry.journal(), value);
        return value;
    }

    private TransactionalGraph graph(String name, ConcurrencyControl control, boolean logged) {
        TransactionalGraph graph =
                TransactionalGraph.named(name)
                        .isolation(IsolationLevel.PL4)
                        .concurrencyControl(control)
                        .orderedResults();
        return logged
                ? graph.writeAheadLog(new FileLog(directory.resolve(name).toUri().toString()))
                : graph;
    }

    private static Transfer transfer(long number) {
        return Transfer.numbered(number, ACCOUNTS, 42);
    }

    /** One transfer after the other: settles it, and enters it. */
    private static List<Line> serially() {
        Map<Integer, Long> balances = new HashMap<>();
        Map<Integer, Integer> journals = new HashMap<>();
        List<Line> lines = new ArrayList<>();
        for (long number = 0; number < TRANSFERS; number++) {
            Transfer transfer = transfer(number);
            long source = balances.getOrDefault(transfer.source(), Bank.OPENING);
            boolean moved = source >= transfer.amount();
            if (moved) {
                balances.put(transfer.source(), source - transfer.amount());
                balances.merge(
                        transfer.destination(),
                        Bank.OPENING + transfer.amount(),
                        (before, added) -> before + transfer.amount());
            }
            Entry entry = new Entry(number, transfer.source() % JOURNALS, moved);
            lines.add(new Line(number, enter(entry, journals)));
        }
        return lines;
    }
}
