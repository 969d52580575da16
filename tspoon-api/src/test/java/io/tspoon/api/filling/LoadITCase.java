/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.filling;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static io.tspoon.api.filling.LoadedBank.ACCOUNTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A state is loaded as a whole before the first transaction, and once. */
class LoadITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 6_000;
    private static final int BEFORE_STOP = 1_000;
    private static final int PACE = 10_000;
    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** The last account comes when transfers have long been waiting. */
    @ParameterizedTest(name = "{0}, {1}, log {2}")
    @CsvSource({
        "TIMESTAMP_BASED, HEAP,    false",
        "LOCK_BASED,      ROCKSDB, false",
        "DETERMINISTIC,   HEAP,    true",
    })
    void transactionsBeginWhenAllIsLoaded(ConcurrencyControl control, Backend backend, boolean log)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.checkpointing(Duration.ofMillis(50)));
        TransactionalGraph graph =
                LoadedBank.loading(
                                LoadedBank.accounts(
                                        environment,
                                        "accounts",
                                        new GatedNumbers.Gate(test, ACCOUNTS - 1, ACCOUNTS)))
                        .concurrencyControl(control);
        DataStream<TransactionResult<Long>> results =
                Bank.settle(
                        log ? graph.writeAheadLog(log()) : graph,
                        noted(Bank.pacedTransfers(environment, TRANSFERS, PACE, ACCOUNTS)),
                        Bank.BALANCE);
        Tap.open(results, test);

        JobClient job = environment.executeAsync();
        Tap.await(test + "-input", 100);
        assertThat(Tap.passed(test)).isEmpty();
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();

        LoadedBank.check(Tap.passed(test), TRANSFERS);
    }

    /** The load fails twice, and begins anew each time, although checkpoints are due. */
    @Test
    void failedLoadBeginsAgain() throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(20)));
        DataStream<Long> failing =
                LoadedBank.accounts(environment, "accounts")
                        .map(new Faults<>(test, ACCOUNTS / 2 + 30, 2))
                        .returns(Types.LONG);

        collect(environment, LoadedBank.loading(failing));

        assertThat(Faults.failures(test)).isEqualTo(2);
        LoadedBank.check(ExactlyOnceSink.received(test), TRANSFERS);
    }

    /** The log holds transactions on what was loaded, and no checkpoint holds that. */
    @ParameterizedTest
    @CsvSource({"TIMESTAMP_BASED, HEAP", "DETERMINISTIC, ROCKSDB"})
    void logIsReadWhenAllIsLoadedAgain(ConcurrencyControl control, Backend backend)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, backend, EmbeddedFlink.recovering(NEVER));
        TransactionalGraph graph =
                LoadedBank.loading(LoadedBank.accounts(environment, "accounts"))
                        .concurrencyControl(control)
                        .writeAheadLog(log());
        DataStream<TransactionResult<Long>> settled =
                Bank.settle(
                        graph,
                        Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS),
                        Bank.BALANCE);
        ExactlyOnceSink.collect(
                settled.map(new Faults<>(test, TRANSFERS / 3, 1)).returns(settled.getType()), test);
        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(1);
        LoadedBank.check(ExactlyOnceSink.received(test), TRANSFERS);
    }

    private enum Then {
        SAME,
        OTHER_SOURCE,
        NO_LOAD
    }

    /** Flink runs a source again whose uid has changed; what it gives is ignored. */
    @ParameterizedTest(name = "{0}, {1}, parallelism 2 to {2}")
    @CsvSource({"SAME, ROCKSDB, 4", "OTHER_SOURCE, HEAP, 1", "NO_LOAD, HEAP, 2"})
    void restoredStateIsNotLoadedAgain(
            Then then, Backend backend, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.checkpointing(Duration.ofMillis(50)));
        Tap.open(
                Bank.settle(
                        LoadedBank.loading(LoadedBank.accounts(first, "accounts")),
                        Bank.pacedTransfers(first, TRANSFERS, PACE, ACCOUNTS),
                        Bank.BALANCE),
                test + "-one");
        JobClient job = first.executeAsync();
        Tap.await(test + "-one", BEFORE_STOP, job.getJobExecutionResult());
        String savepoint = new Snapshots(cluster, directory).stop(job);

        StreamExecutionEnvironment second = restoring(parallelism, backend, savepoint);
        TransactionalGraph graph =
                switch (then) {
                    case SAME -> LoadedBank.loading(LoadedBank.accounts(second, "accounts"));
                    case OTHER_SOURCE -> LoadedBank.loading(LoadedBank.accounts(second, "others"));
                    case NO_LOAD -> TransactionalGraph.named("bank");
                };
        Tap.open(
                Bank.settle(
                        graph,
                        Bank.pacedTransfers(second, TRANSFERS, PacedNumbers.UNLIMITED, ACCOUNTS),
                        Bank.BALANCE),
                test + "-two");
        second.execute();

        List<TransactionResult<Long>> before = Tap.passed(test + "-one");
        assertThat(before).hasSizeBetween(BEFORE_STOP, TRANSFERS - 1);
        List<TransactionResult<Long>> all = new ArrayList<>(before);
        all.addAll(Tap.passed(test + "-two"));
        LoadedBank.check(all, TRANSFERS);
    }

    /** Each has a stream of its own. */
    @Test
    void statesOfOneKeyAreLoaded() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        StateSpec<Long, Long> first = StateSpec.named("first", Long.class, Long.class);
        StateSpec<Long, Long> second = StateSpec.named("second", Long.class, Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("pairs")
                                .load(first, environment.fromSequence(0, 99), n -> n, n -> n + 1)
                                .load(second, pairs(environment))
                                .openTransaction(environment.fromSequence(0, 99))
                                .keyBy(n -> n)
                                .read(first, (value, n) -> value, Long.class)
                                .sameKey()
                                .read(second, (value, one) -> value - one, Long.class)
                                .closeTransaction());

        assertThat(results)
                .hasSize(100)
                .allSatisfy(result -> assertThat(result.emitted().get(0) % 9).isEqualTo(0));
    }

    private static DataStream<Tuple2<Long, Long>> pairs(StreamExecutionEnvironment environment) {
        return environment
                .fromSequence(0, 99)
                .map(n -> Tuple2.of(n, 10 * n + 1))
                .returns(Types.TUPLE(Types.LONG, Types.LONG));
    }

    // ------------------------------------------------------------------ refusals

    @Test
    void keyThatComesTwiceIsRefused() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        assertThatThrownBy(
                        () ->
                                collect(
                                        environment,
                                        TransactionalGraph.named("bank")
                                                .load(
                                                        Bank.BALANCE,
                                                        environment.fromSequence(1, 3),
                                                        n -> 7,
                                                        n -> n)))
                .hasStackTraceContaining("TSP-2301")
                .hasStackTraceContaining("state=account_balance, key=7, value=");
    }

    @Test
    void valueThatViolatesTheConstraintIsRefused() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        assertThatThrownBy(
                        () ->
                                collect(
                                        environment,
                                        TransactionalGraph.named("bank")
                                                .load(
                                                        Bank.BALANCE,
                                                        environment.fromSequence(1, 3),
                                                        Long::intValue,
                                                        n -> -n)))
                .hasStackTraceContaining("TSP-2303")
                .hasStackTraceContaining("constraint=balance is not negative");
    }

    @Test
    void valueThatIsNullIsRefused() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        assertThatThrownBy(
                        () ->
                                collect(
                                        environment,
                                        TransactionalGraph.named("bank")
                                                .load(
                                                        Bank.BALANCE,
                                                        environment.fromSequence(1, 3),
                                                        Long::intValue,
                                                        n -> null)))
                .hasStackTraceContaining("TSP-2302")
                .hasStackTraceContaining("the value of an element is null");
    }

    /** The first program has no load; or its source loaded another state. */
    @Test
    void stateThatHasBegunIsNotLoaded(@InjectMiniCluster MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.checkpointing(Duration.ofMillis(50)));
        StateSpec<Integer, Long> other = Bank.balance("other");
        Tap.open(
                Bank.settle(
                        TransactionalGraph.named("bank"),
                        Bank.pacedTransfers(first, TRANSFERS, PACE, ACCOUNTS),
                        Bank.BALANCE),
                test);
        Tap.open(
                TransactionalGraph.named("loaded")
                        .load(
                                other,
                                LoadedBank.accounts(first, "accounts"),
                                Long::intValue,
                                n -> n)
                        .openTransaction(first.fromSequence(1, 1))
                        .keyBy(Long::intValue)
                        .read(other, (value, n) -> value, Long.class)
                        .closeTransaction(),
                test + "-loaded");
        JobClient job = first.executeAsync();
        Tap.await(test, BEFORE_STOP, job.getJobExecutionResult());
        Tap.await(test + "-loaded", 1, job.getJobExecutionResult());
        String savepoint = new Snapshots(cluster, directory).stop(job);

        StreamExecutionEnvironment late = restoring(2, Backend.HEAP, savepoint);
        assertThatThrownBy(
                        () ->
                                collect(
                                        late,
                                        LoadedBank.loading(LoadedBank.accounts(late, "others"))))
                .hasStackTraceContaining("TSP-2304")
                .hasStackTraceContaining("state=account_balance, key=");

        StreamExecutionEnvironment renamed = restoring(2, Backend.HEAP, savepoint);
        StateSpec<Integer, Long> fresh = Bank.balance("fresh");
        assertThatThrownBy(
                        () ->
                                collect(
                                        renamed,
                                        TransactionalGraph.named("bank")
                                                .load(
                                                        fresh,
                                                        LoadedBank.accounts(renamed, "accounts"),
                                                        Long::intValue,
                                                        n -> n),
                                        fresh))
                .hasStackTraceContaining("TSP-2305")
                .hasStackTraceContaining("state=fresh");
    }

    // ------------------------------------------------------------------ parts

    private FileLog log() {
        return new FileLog(directory.resolve("log").toUri().toString());
    }

    private <T> DataStream<T> noted(DataStream<T> stream) {
        return Tap.through(stream, test + "-input");
    }

    private static StreamExecutionEnvironment restoring(
            int parallelism, Backend backend, String savepoint) {
        Configuration restoring = EmbeddedFlink.checkpointing(Duration.ofMillis(50));
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        return EmbeddedFlink.environment(parallelism, backend, restoring);
    }

    private void collect(StreamExecutionEnvironment environment, TransactionalGraph graph)
            throws Exception {
        collect(environment, graph, Bank.BALANCE);
    }

    private void collect(
            StreamExecutionEnvironment environment,
            TransactionalGraph graph,
            StateSpec<Integer, Long> state)
            throws Exception {
        ExactlyOnceSink.collect(
                Bank.settle(graph, Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS), state),
                test);
        environment.execute();
    }
}
