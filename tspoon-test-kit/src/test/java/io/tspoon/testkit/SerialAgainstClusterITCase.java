/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.entries.Accounts;
import io.tspoon.api.partitions.Shelves;
import io.tspoon.api.transact.SmallBank;
import io.tspoon.api.windows.Polls;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Transfer;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A serial run says of each element what a job says of it that executes the elements in their
 * order: at PL4, with one source, and with three coordinators.
 */
class SerialAgainstClusterITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 600;
    private static final int KEYS = 12;
    private static final int PARALLELISM = 3;

    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    /** Numbers as its input, any results. */
    private interface Program
            extends BiFunction<TransactionalGraph, DataStream<Long>, DataStream<?>> {}

    static List<Arguments> graphs() {
        List<Arguments> all = new ArrayList<>();
        List<Layout> shapes =
                List.of(
                        Layout.oneState(3),
                        Layout.chain(3),
                        Layout.diamond(),
                        Layout.branchesThatUnite(),
                        Layout.sameKeysInAChain());
        for (int i = 0; i < shapes.size(); i++) {
            Workload workload = Workload.of(shapes.get(i), COUNT - 1, KEYS);
            ConcurrencyControl control =
                    i % 2 == 0 ? ConcurrencyControl.LOCK_BASED : ConcurrencyControl.TIMESTAMP_BASED;
            all.add(of(shapes.get(i).toString(), control, workload::run));
        }
        Workload flat = Workload.of(Layout.flat(), COUNT - 1, KEYS);
        all.add(of("flat, in chains", ConcurrencyControl.DETERMINISTIC, flat::run));
        all.add(of("bank", ConcurrencyControl.TIMESTAMP_BASED, SerialAgainstClusterITCase::bank));
        all.add(of("roles", ConcurrencyControl.LOCK_BASED, SmallBank::run));
        all.add(of("partitions", ConcurrencyControl.TIMESTAMP_BASED, Shelves::run));
        all.add(of("windows", ConcurrencyControl.LOCK_BASED, Polls::run));
        all.add(of("roles, in chains", ConcurrencyControl.DETERMINISTIC, SmallBank::run));
        all.add(
                of(
                        "a state in four places",
                        ConcurrencyControl.TIMESTAMP_BASED,
                        (graph, numbers) -> Accounts.settle(graph, numbers, true)));
        all.add(
                of(
                        "aborts and exceptions",
                        ConcurrencyControl.LOCK_BASED,
                        SerialAgainstClusterITCase::faultyEverywhere));
        all.add(
                of(
                        "aborts and exceptions, in chains",
                        ConcurrencyControl.DETERMINISTIC,
                        (graph, numbers) -> faulty(graph, numbers).closeTransaction()));
        return all;
    }

    private static Arguments of(String name, ConcurrencyControl control, Program program) {
        return Arguments.of(Named.of(name, program), control);
    }

    private static DataStream<TransactionResult<Long>> bank(
            TransactionalGraph graph, DataStream<Long> numbers) {
        DataStream<Transfer> transfers =
                numbers.map(number -> Transfer.numbered(number, KEYS, 42)).returns(Transfer.class);
        return Bank.settle(graph, transfers, Bank.BALANCE);
    }

    /** Aborts in front of a state and in it, by words and by exceptions. */
    private static TransactionalStream<Long> faulty(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return graph.onException(ExceptionPolicy.ABORT)
                .openTransaction(numbers, number -> Long.toString(number))
                .process(
                        (number, transaction, out) -> {
                            out.collect(number % 20 == 0 ? number + 1 : number);
                            if (number % 10 == 0) {
                                transaction.abort("before", "number", number);
                            }
                            out.collect(number + 10 * KEYS); // the same key
                            out.collect(-number);
                        },
                        Long.class)
                .keyBy(number -> number % KEYS)
                .apply(
                        SUM,
                        (sum, number, transaction) -> {
                            sum.set(sum.get() + number);
                            if (number % 10 == 1) {
                                transaction.abort("within", "number", number);
                            }
                            if (number % 10 == 2) {
                                throw new IllegalStateException("of " + number);
                            }
                            transaction.emit(sum.get());
                            transaction.emit(number);
                        },
                        Long.class);
    }

    /** Also behind the state, which chains do not allow. */
    private static DataStream<TransactionResult<Long>> faultyEverywhere(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return faulty(graph, numbers)
                .process(
                        (number, transaction, out) -> {
                            if (number % 10 == 3) {
                                transaction.abort("behind", number);
                            }
                            out.collect(1 / (number % 10 - 4));
                        },
                        Long.class)
                .closeTransaction();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("graphs")
    void resultsAreThoseOfAJob(Program program, ConcurrencyControl control) throws Exception {
        List<TransactionResult<Object>> expected = ofJob(program, control);

        List<TransactionResult<Object>> serial;
        try (SerialRun<Object> run =
                SerialRun.of(Long.class, numbers -> results(program, control, numbers))) {
            run.when(LongStream.range(0, COUNT).boxed().toArray());
            serial = run.results();
        }

        assertThat(expected).hasSize(COUNT);
        assertThat(expected).anyMatch(TransactionResult::isCommitted);
        assertThat(expected).anyMatch(TransactionResult::isAborted);
        for (int i = 0; i < COUNT; i++) {
            TransactionResult<Object> one = serial.get(i);
            TransactionResult<Object> other = expected.get(i);
            assertThat(said(one)).as("%s, in a job %s", one, other).isEqualTo(said(other));
            assertThat(one.emitted()).containsExactlyInAnyOrderElementsOf(other.emitted());
            assertThat(one.updates()).containsExactlyInAnyOrderElementsOf(other.updates());
            assertThat(one.input()).isEqualTo(other.input());
            assertThat(one.reasons()).containsExactlyInAnyOrderElementsOf(other.reasons());
        }
    }

    private static List<Object> said(TransactionResult<?> result) {
        return List.of(result.key(), result.entrance(), result.outcome(), result.attempts());
    }

    private static List<TransactionResult<Object>> ofJob(
            Program program, ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
        DataStream<Long> numbers = environment.fromSequence(0, COUNT - 1);
        List<TransactionResult<Object>> results =
                new ArrayList<>(EmbeddedFlink.collect(results(program, control, numbers)));
        results.sort(Comparator.comparing(TransactionResult::timestamp));
        return results;
    }

    @SuppressWarnings("unchecked") // they are only compared
    private static DataStream<TransactionResult<Object>> results(
            Program program, ConcurrencyControl control, DataStream<Long> numbers) {
        TransactionalGraph graph =
                TransactionalGraph.named("graph")
                        .parallelism(PARALLELISM)
                        .returnInputs(ReturnedInputs.ABORTED)
                        .isolation(IsolationLevel.PL4)
                        .concurrencyControl(control);
        return (DataStream<TransactionResult<Object>>) program.apply(graph, numbers);
    }
}
