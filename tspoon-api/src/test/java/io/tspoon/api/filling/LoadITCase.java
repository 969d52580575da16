/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.filling;

import io.tspoon.api.Role;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Ration;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

    private static final int TRANSFERS = 10_000;
    private static final int BEFORE_STOP = 1_000;
    private static final int WHILE_STOPPING = 2_000;
    private static final int SPARE = 100;
    private static final int PACE = 10_000;
    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** Half of the accounts come when transfers have long been waiting. */
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
                                        new GatedNumbers.Gate(test, ACCOUNTS / 2, ACCOUNTS)))
                        .concurrencyControl(control);
        DataStream<TransactionResult<Long>> results =
                Bank.settle(
                        log ? graph.writeAheadLog(log()) : graph,
                        noted(Bank.pacedTransfers(environment, TRANSFERS, PACE, ACCOUNTS)),
                        Bank.BALANCE);
        Tap.open(results, test);

        JobClient job = environment.executeAsync();
        Tap.await(test + "-input", 5_000);
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
                        graph, Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS), Bank.BALANCE);
        ExactlyOnceSink.collect(
                settled.map(new Faults<>(test, TRANSFERS / 3, 1)).returns(settled.getType()), test);
        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(1);
        LoadedBank.check(ExactlyOnceSink.received(test), TRANSFERS);
    }

    @ParameterizedTest(name = "{0}, parallelism 2 to {1}")
    @CsvSource({"ROCKSDB, 4", "HEAP, 1"})
    void restoredStateIsNotLoadedAgain(
            Backend backend, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        String savepoint = loadAndStop(backend, cluster);

        StreamExecutionEnvironment second = restoring(parallelism, backend, savepoint);
        runToTheEnd(second, LoadedBank.loading(LoadedBank.accounts(second, "accounts")));

        checkRuns("one", "last");
    }

    /** In between the program has no load. */
    @Test
    void loadMayBeLeftOut(@InjectMiniCluster MiniCluster cluster) throws Exception {
        String first = loadAndStop(Backend.HEAP, cluster);
        String second =
                runAndStop(
                        restoring(4, Backend.HEAP, first),
                        TransactionalGraph.named("bank"),
                        "two",
                        cluster);

        StreamExecutionEnvironment last = restoring(2, Backend.HEAP, second);
        runToTheEnd(last, LoadedBank.loading(LoadedBank.accounts(last, "others")));

        checkRuns("one", "two", "last");
    }

    private String loadAndStop(Backend backend, MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.checkpointing(Duration.ofMillis(50)));
        return runAndStop(
                environment,
                LoadedBank.loading(LoadedBank.accounts(environment, "accounts")),
                "one",
                cluster);
    }

    private String runAndStop(
            StreamExecutionEnvironment environment,
            TransactionalGraph graph,
            String run,
            MiniCluster cluster)
            throws Exception {
        settle(environment, graph, run);
        return stopOnceLoaded(environment.executeAsync(), test + run, cluster);
    }

    private void runToTheEnd(StreamExecutionEnvironment environment, TransactionalGraph graph)
            throws Exception {
        settle(environment, graph, "last");
        Ration.open(test);
        environment.execute();
    }

    private void settle(
            StreamExecutionEnvironment environment, TransactionalGraph graph, String run) {
        Tap.open(
                Bank.settle(
                        graph,
                        Bank.rationedTransfers(environment, TRANSFERS, PACE, ACCOUNTS, test),
                        Bank.BALANCE),
                test + run);
    }

    /** Transfers go on while the job is stopped. */
    private String stopOnceLoaded(JobClient job, String tap, MiniCluster cluster) throws Exception {
        Ration.grant(test, BEFORE_STOP + SPARE);
        Tap.await(tap, BEFORE_STOP, job.getJobExecutionResult());
        awaitLoaded(cluster, job);
        Ration.grant(test, WHILE_STOPPING);
        return new Snapshots(cluster, directory).stop(job);
    }

    private void checkRuns(String... runs) {
        List<TransactionResult<Long>> all = new ArrayList<>();
        for (String run : runs) {
            assertThat(Tap.passed(test + run)).isNotEmpty();
            all.addAll(Tap.passed(test + run));
        }
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

    @ParameterizedTest
    @EnumSource
    void statesOfRolesAreLoaded(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        StateSpec<Long, Long> numbers = StateSpec.named("numbers", Long.class, Long.class);
        Role<Long, Long> own = Role.read("own", numbers, n -> n);
        Role<Long, Long> next = Role.read("next", numbers, n -> n + 1);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("roles")
                                .concurrencyControl(control)
                                .load(numbers, pairs(environment))
                                .openTransaction(environment.fromSequence(0, 98))
                                .transact(
                                        List.of(own, next),
                                        (n, at, transaction) ->
                                                transaction.emit(at.get(next) - at.get(own)),
                                        Long.class)
                                .closeTransaction());

        assertThat(results).hasSize(99).allMatch(result -> result.emitted().equals(List.of(10L)));
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
                .hasStackTraceContaining("TSP-2225")
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
                .hasStackTraceContaining("TSP-2227")
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
                .hasStackTraceContaining("TSP-2226")
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
                        Bank.rationedTransfers(first, TRANSFERS, PACE, ACCOUNTS, test),
                        Bank.BALANCE),
                test);
        Tap.open(
                TransactionalGraph.named("loaded")
                        .load(other, LoadedBank.accounts(first, "accounts"), Long::intValue, n -> n)
                        .openTransaction(first.fromSequence(1, 1))
                        .keyBy(Long::intValue)
                        .read(other, (value, n) -> value, Long.class)
                        .closeTransaction(),
                test + "-loaded");
        String savepoint = stopOnceLoaded(first.executeAsync(), test, cluster);

        StreamExecutionEnvironment late = abandoning(savepoint);
        assertThatThrownBy(
                        () ->
                                collect(
                                        late,
                                        LoadedBank.loading(LoadedBank.accounts(late, "others"))))
                .hasStackTraceContaining("TSP-2228")
                .hasStackTraceContaining("state=account_balance, key=");

        StreamExecutionEnvironment renamed = abandoning(savepoint);
        StateSpec<Integer, Long> fresh = Bank.balance("fresh");
        assertThatThrownBy(
                        () ->
                                collect(
                                        renamed,
                                        TransactionalGraph.named("bank")
                                                .load(
                                                        fresh,
                                                        LoadedBank.accounts(renamed, "accounts")
                                                                .rebalance(),
                                                        Long::intValue,
                                                        n -> n),
                                        fresh))
                .hasStackTraceContaining("TSP-2229")
                .hasStackTraceContaining("state=fresh");
    }

    // ------------------------------------------------------------------ parts

    private FileLog log() {
        return new FileLog(directory.resolve("log").toUri().toString());
    }

    private <T> DataStream<T> noted(DataStream<T> stream) {
        return Tap.through(stream, test + "-input").rebalance();
    }

    /** A snapshot that meets a task just when it ends is declined. */
    private static void awaitLoaded(MiniCluster cluster, JobClient job) throws Exception {
        CommonTestUtils.waitUntilCondition(
                () -> {
                    for (AccessExecutionJobVertex vertex :
                            cluster.getExecutionGraph(job.getJobID())
                                    .get()
                                    .getVerticesTopologically()) {
                        if (vertex.getName().contains("load")
                                && vertex.getAggregateState() != ExecutionState.FINISHED) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    private static StreamExecutionEnvironment abandoning(String savepoint) {
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        restoring.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
        return EmbeddedFlink.environment(2, Backend.HEAP, restoring);
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
