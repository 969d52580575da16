/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.OutputFunction;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.steps;
import static io.tspoon.testing.Numbers.sums;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** T-graphs without branches do what their description says, one transaction after the other. */
class GraphShapesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> FIRST = sums("first");
    private static final StateSpec<Long, Long> SECOND = sums("second");
    private static final StateSpec<Long, Long> THIRD = sums("third");

    /** So many numbers come in a second, far apart for the heartbeats. */
    private static final int SLOW = 10;

    private static final TypeInformation<Long> LONG = TypeInformation.of(Long.class);

    // ------------------------------------------------------------------ keys

    @ParameterizedTest
    @EnumSource
    void laterAccessOfAKeySeesTheEarlierOne(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .flatMap(number -> steps(number, 1, 10, 100), Step.class)
                                .keyBy(Step::key)
                                .update(FIRST, (sum, step) -> 2 * sum % 1_000 + step.amount())
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : steps(number, 1, 10, 100)) {
                        long sum = view.read(FIRST, step.key());
                        view.emit(view.write(FIRST, step.key(), 2 * sum % 1_000 + step.amount()));
                    }
                });
        assertThat(results).allSatisfy(result -> assertThat(result.updates()).hasSize(1));
    }

    @ParameterizedTest
    @EnumSource
    void keyIsReachedByTwoBranches(ConcurrencyControl control) throws Exception {
        TransactionalStream<Long> opened = open(control, 2);
        TransactionalStream<Step> once = opened.map(number -> new Step(number, number % 5, 1));
        TransactionalStream<Step> again = opened.map(number -> new Step(number, number % 5, 10));

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        once.union(again)
                                .keyBy(Step::key)
                                .update(FIRST, (sum, step) -> sum + step.amount(), sumOf(), LONG)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(FIRST, number % 5, view.read(FIRST, number % 5) + 11);
                    view.emit(1L);
                    view.emit(10L);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, 2",
        "LOCK_BASED, 4",
        "TIMESTAMP_BASED, 2",
        "TIMESTAMP_BASED, 4",
        "DETERMINISTIC, 2",
        "DETERMINISTIC, 4"
    })
    void thousandsOfKeysAreOneTransaction(ConcurrencyControl control, int parallelism)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, parallelism)
                                .flatMap(GraphShapesITCase::wideOrNarrow, Step.class)
                                .keyBy(Step::key)
                                .update(FIRST, (sum, step) -> sum + step.amount(), sumOf(), LONG)
                                .filter(amount -> false)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : wideOrNarrow(number)) {
                        view.write(FIRST, step.key(), view.read(FIRST, step.key()) + step.amount());
                    }
                });
        assertThat(results).filteredOn(result -> result.updates().size() == 5_000).hasSize(2);
    }

    // ------------------------------------------------------------------ inputs

    /** It has a thread of its own for elements, in which an open operator cannot wait. */
    @Test
    void inputMayComeFromASocket() throws Exception {
        long count = 5_000;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(server, count));
            DataStream<Long> numbers =
                    EmbeddedFlink.environment(1)
                            .socketTextStream(
                                    server.getInetAddress().getHostAddress(), server.getLocalPort())
                            .map(Long::valueOf);

            List<TransactionResult<Long>> results =
                    EmbeddedFlink.collect(
                            TransactionalGraph.named("graph")
                                    .maxInFlight(16)
                                    .openTransaction(numbers)
                                    .keyBy(number -> number % 10)
                                    .update(FIRST, Long::sum)
                                    .closeTransaction());

            sent.join();
            assertThat(results).hasSize((int) count);
            assertThat(results).allMatch(TransactionResult::isCommitted);
        }
    }

    private static void send(ServerSocket server, long count) {
        try (Socket client = server.accept();
                PrintWriter out = new PrintWriter(client.getOutputStream(), false, UTF_8)) {
            for (long number = 0; number < count; number++) {
                out.println(number);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot send numbers", e);
        }
    }

    // ------------------------------------------------------------------ nothing

    @ParameterizedTest
    @EnumSource
    void elementThatTouchesNothingIsCommitted(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .filter(number -> number % 2 == 0)
                                .map(number -> new Step(number, number % 5, 1))
                                .keyBy(Step::key)
                                .update(FIRST, (sum, step) -> sum + step.amount())
                                .filter(sum -> sum % 3 == 0)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 2 == 0) {
                        long sum = view.read(FIRST, number % 5) + 1;
                        view.write(FIRST, number % 5, sum);
                        if (sum % 3 == 0) {
                            view.emit(sum);
                        }
                    }
                });
    }

    @Test
    void coordinatorsWithoutInputEndAtOnce() throws Exception {
        DataStream<Long> nothing =
                EmbeddedFlink.environment(4).fromSequence(1, 1).filter(number -> false);

        assertThat(
                        EmbeddedFlink.collect(
                                TransactionalGraph.named("stateless")
                                        .openTransaction(nothing)
                                        .closeTransaction()))
                .isEmpty();
        assertThat(
                        EmbeddedFlink.collect(
                                TransactionalGraph.named("stateful")
                                        .openTransaction(nothing)
                                        .keyBy(number -> number)
                                        .update(FIRST, Long::sum)
                                        .closeTransaction()))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void graphWithoutStateIsTransactionsToo(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .filter(number -> number % 2 == 0)
                                .map(number -> number * 10)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 2 == 0) {
                        view.emit(number * 10);
                    }
                });
    }

    /** At PL4 a coordinator that has nothing to do for a while leaves, and comes back. */
    @Test
    void graphWithoutStateGoesOnAfterAPause() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        slowly(ConcurrencyControl.TIMESTAMP_BASED)
                                .map(number -> number * 10)
                                .closeTransaction());

        Bank.checkComplete(results, 0, SLOW);
    }

    /** Of two transactions on each pair of keys the second one fails, long after the first one. */
    @Test
    void chainsGoOnAfterAPause() throws Exception {
        StateSpec<Long, Long> once = FIRST.constraint("only once", sum -> sum < 2);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        slowly(ConcurrencyControl.DETERMINISTIC)
                                .flatMap(number -> steps(number, 10, 20), Step.class)
                                .keyBy(step -> step.key() + step.amount())
                                .update(once, (sum, step) -> sum + 1)
                                .closeTransaction());

        Bank.checkComplete(results, 0, SLOW);
        SerialReplay.of(
                results,
                (number, view) -> {
                    for (Step step : steps(Long.parseLong(number), 10, 20)) {
                        long key = step.key() + step.amount();
                        view.emit(view.write(once, key, view.read(once, key) + 1));
                    }
                });
        assertThat(results).filteredOn(TransactionResult::isAborted).hasSize(SLOW / 2);
    }

    private static TransactionalStream<Long> slowly(ConcurrencyControl control) {
        DataStream<Long> slow =
                EmbeddedFlink.environment(2)
                        .fromSource(
                                new PacedNumbers(SLOW, SLOW),
                                WatermarkStrategy.noWatermarks(),
                                "slow");
        return TransactionalGraph.named("shape")
                .isolation(IsolationLevel.PL4)
                .concurrencyControl(control)
                .deadline(Duration.ofSeconds(5))
                .openTransaction(slow, number -> Long.toString(number));
    }

    // ------------------------------------------------------------------ chains and branches

    @ParameterizedTest
    @CsvSource({"LOCK_BASED, 2", "LOCK_BASED, 4", "TIMESTAMP_BASED, 2", "TIMESTAMP_BASED, 4"})
    void keysDependOnWhatWasReadBefore(ConcurrencyControl control, int parallelism)
            throws Exception {
        OutputFunction<Long, Step, Step> toNextKey =
                (sum, step) -> new Step(step.number(), sum % 3, sum);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, parallelism)
                                .map(number -> new Step(number, number % 5, number))
                                .keyBy(Step::key)
                                .update(FIRST, (sum, step) -> sum + 1, toNextKey, Step.class)
                                .keyBy(Step::key)
                                .update(SECOND, GraphShapesITCase::mix, toNextKey, Step.class)
                                .keyBy(Step::key)
                                .update(THIRD, GraphShapesITCase::mix)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long first = view.read(FIRST, number % 5) + 1;
                    view.write(FIRST, number % 5, first);
                    long second = (view.read(SECOND, first % 3) + first) % 1_000;
                    view.write(SECOND, first % 3, second);
                    long third = (view.read(THIRD, second % 3) + second) % 1_000;
                    view.write(THIRD, second % 3, third);
                    view.emit(third);
                });
    }

    // ------------------------------------------------------------------ parts of programs

    private static List<Step> wideOrNarrow(long number) {
        boolean wide = number % 1_000 == 500;
        List<Step> steps = new ArrayList<>();
        for (long key = 0; key < (wide ? 5_000 : 2); key++) {
            steps.add(new Step(number, wide ? key : (number + key) % 7, 1 + number % 10));
        }
        return steps;
    }

    private static long mix(long sum, Step step) {
        return (sum + step.amount()) % 1_000;
    }

    private static OutputFunction<Long, Step, Long> sumOf() {
        return (sum, step) -> step.amount();
    }
}
