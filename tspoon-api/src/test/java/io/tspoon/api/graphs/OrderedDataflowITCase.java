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
    private record Line(long number, Integer value) {
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
            int value = entry.after(journals.getOrDefault(entry.journal(), 1));
            boolean isAccepted = value % REFUSED != 0;
            if (isAccepted) {
                journals.put(entry.journal(), value);
            }
            lines.add(new Line(number, isAccepted ? value : null));
        }
        return lines;
    }
}
