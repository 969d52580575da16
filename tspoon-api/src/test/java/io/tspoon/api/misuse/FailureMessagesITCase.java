/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.Batches;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.runtime.log.LoggedMessages;
import io.tspoon.runtime.open.OpenOperatorFactory;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.ExceptionPolicy;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectClusterClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** Flink's log says at which transaction a user's function failed, and what the settings are. */
class FailureMessagesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private final LoggedMessages messages = new LoggedMessages();
    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
    private final DataStream<Transfer> transfers = Bank.transfers(environment, 7, 1, 20);

    @AfterEach
    void stopListening() {
        Configurator.setLevel(OpenOperatorFactory.class, LogManager.getRootLogger().getLevel());
        messages.close();
    }

    @Test
    void functionOfAStateNamesKeyAndTimestamp() {
        assertFails(movements().update(Bank.BALANCE, (balance, movement) -> fail(movement)));

        assertTold(
                "[TSP-2208] Cannot access state: its function failed",
                "state=account_balance, key=\\d+, coordinator=0, timestamp=\\d{5,}");
    }

    @Test
    void functionOfALaterStateOfAKeyNamesItsState() {
        assertFails(
                updated()
                        .sameKey()
                        .update(
                                StateSpec.named("turnover", Integer.class, Long.class),
                                (turnover, movement) -> fail(movement)));

        assertTold(
                "[TSP-2208] Cannot access state: its function failed", "state=turnover, key=\\d+");
    }

    @Test
    void functionBehindAStateNamesKeyAndTimestamp() {
        assertFails(updated().map(FailureMessagesITCase::fail, Long.class));

        assertTold(
                "[TSP-2208] Cannot access state: a function behind it",
                "state=account_balance, key=\\d+, coordinator=0, timestamp=\\d{5,}");
    }

    /** There a function may have failed before, on a value that was never committed. */
    @Test
    void functionOfAStateInChainsNamesStateAndKey() {
        assertFails(
                movements(
                                TransactionalGraph.named("bank")
                                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC))
                        .update(Bank.BALANCE, (balance, movement) -> fail(movement)));

        assertTold(
                "[TSP-2221] Cannot access state: an access failed in its chain",
                "state=account_balance, last key whose function has thrown=\\d+");
    }

    private static void assertFails(TransactionalStream<?> leaf) {
        assertThatThrownBy(() -> EmbeddedFlink.collect(leaf.closeTransaction()))
                .hasStackTraceContaining("broken on purpose");
    }

    private void assertTold(String start, String pattern) {
        assertThat(messages.all())
                .anySatisfy(
                        message -> assertThat(message).startsWith(start).containsPattern(pattern));
    }

    /** As if a parallelism override named it: writes would be taken for those of other states. */
    @Test
    void closeOfAnotherParallelismIsRefused(@InjectClusterClient ClusterClient<?> client)
            throws Exception {
        movements()
                .update(Bank.BALANCE, (balance, movement) -> balance)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        JobGraph job = environment.getStreamGraph().getJobGraph();
        List<String> vertices = new ArrayList<>();
        for (JobVertex vertex : job.getVertices()) {
            if (vertex.getName().contains(": close")) {
                vertex.setParallelism(2);
            }
            if (vertex.getName().contains("bank: ")) {
                vertices.add(vertex.getID().toHexString());
            }
        }

        JobResult result = client.requestJobResult(client.submitJob(job).get()).get();

        ThrowableAssert.ThrowingCallable failure =
                () -> result.toJobExecutionResult(getClass().getClassLoader());
        assertThatThrownBy(failure)
                .hasStackTraceContaining(
                        "the operators of the t-graph differ in parallelism, open=1, close=2")
                .hasStackTraceContaining("parallelism = {lowerBound: 1, upperBound: 1}");
        assertThat(vertices).hasSize(3);
        for (String vertex : vertices) {
            assertThatThrownBy(failure).hasStackTraceContaining('"' + vertex + '"');
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void functionBeforeTheFirstStateNamesGraphAndElement(boolean inBatches) {
        TransactionalGraph bank = TransactionalGraph.named("bank");
        TransactionalStream<Transfer> opened =
                inBatches
                        ? bank.openBatches(transfers, Batches.ofCount(2), Transfer::key)
                        : bank.openTransaction(transfers, Transfer::key);
        assertThatThrownBy(
                        () ->
                                EmbeddedFlink.collect(
                                        opened.flatMap(
                                                        FailureMessagesITCase::failing,
                                                        Movement.class)
                                                .keyBy(Movement::account)
                                                .update(
                                                        Bank.BALANCE,
                                                        (balance, movement) -> balance)
                                                .closeTransaction()))
                .hasStackTraceContaining("broken on purpose");

        assertThat(messages.all())
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .startsWith(
                                                "[TSP-2106] Cannot execute transaction: a function")
                                        .containsPattern(
                                                "graph=bank, attempts=\\d+, element=Transfer"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void checkpointsWithoutADirectoryAreWarnedOf(boolean hasDirectory, @TempDir Path directory)
            throws Exception {
        Configuration configured = EmbeddedFlink.checkpointing(Duration.ofDays(1));
        // Else Flink's environment for tests chooses one at random.
        configured.set(
                CheckpointingOptions.CHECKPOINT_STORAGE,
                hasDirectory ? "filesystem" : "jobmanager");
        if (hasDirectory) {
            configured.set(
                    CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
        }
        StreamExecutionEnvironment checkpointed =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, configured);

        EmbeddedFlink.collect(
                Bank.settle(
                        TransactionalGraph.named("bank"),
                        Bank.transfers(checkpointed, 0, 10, 5),
                        Bank.BALANCE));

        assertThat(messages.all())
                .filteredOn(message -> message.contains("they are kept in the memory of the"))
                .hasSize(hasDirectory ? 0 : 1)
                .allSatisfy(
                        message ->
                                assertThat(message)
                                        .startsWith("[TSP-2224] Checkpoints will fail when states")
                                        .contains("graph=bank, operator=account_balance. Set"));
    }

    @Test
    void settingsAreLoggedOnceWhenTheGraphStarts() throws Exception {
        Configurator.setLevel(OpenOperatorFactory.class, Level.INFO);
        EmbeddedFlink.collect(
                TransactionalGraph.named("bank")
                        .parallelism(2)
                        .deadline(Duration.ofSeconds(50))
                        .onException(ExceptionPolicy.ABORT)
                        .openTransaction(transfers, Transfer::key)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(Bank.BALANCE, (balance, movement) -> balance + movement.amount())
                        .closeTransaction());

        assertThat(messages.all())
                .filteredOn(message -> message.startsWith("Settings of t-graph"))
                .containsExactly(
                        "Settings of t-graph bank: isolation=PL3,"
                                + " concurrency-control=TIMESTAMP_BASED, max-in-flight=2048,"
                                + " max-block-size=512, cache-capacity=1000000, deadline=50000 ms,"
                                + " heartbeat=50 ms, durability=CHECKPOINT, on-exception=ABORT,"
                                + " queryable=false");
    }

    @Test
    void keysThatAreNotUniqueAreReportedByARecovery(@TempDir Path directory) throws Exception {
        String test = UUID.randomUUID().toString();
        HookedLog log = new HookedLog(test, new FileLog(directory.toUri().toString()));
        Configuration withoutCheckpoints = EmbeddedFlink.recovering(Duration.ofHours(1));
        withoutCheckpoints.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        StreamExecutionEnvironment recovering =
                EmbeddedFlink.environment(2, Backend.HEAP, withoutCheckpoints);
        GatedNumbers numbers = new GatedNumbers(0, 400, new GatedNumbers.Gate(test, 100, 400));
        Tap.open(
                TransactionalGraph.named("bank")
                        .writeAheadLog(log)
                        .openTransaction(
                                recovering.fromSource(
                                        numbers, WatermarkStrategy.noWatermarks(), "numbers"),
                                number -> "twenty " + number / 20)
                        .map(number -> new Movement(number, (int) (number % 20), 1), Movement.class)
                        .keyBy(Movement::account)
                        .update(Bank.BALANCE, (balance, movement) -> balance + movement.amount())
                        .closeTransaction(),
                test);
        JobClient job = recovering.executeAsync();
        Tap.await(test, 100, job.getJobExecutionResult());

        log.hooks().failJob();
        log.hooks().awaitOpened(4);
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();

        assertThat(messages.all())
                .filteredOn(
                        message ->
                                message.startsWith(
                                        "[TSP-3222] Keys of transactions are not unique"))
                .singleElement(STRING)
                .contains("graph=bank, transactions with the key of another one=")
                .contains("one of the keys=twenty ");
    }

    private KeyedTransactionalStream<Movement, Integer> movements() {
        return movements(TransactionalGraph.named("bank"));
    }

    private KeyedTransactionalStream<Movement, Integer> movements(TransactionalGraph graph) {
        return graph.openTransaction(transfers, Transfer::key)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account);
    }

    /** Elements go on as they were. */
    private AccessedStream<Movement, Integer> updated() {
        return movements()
                .update(
                        Bank.BALANCE,
                        (balance, movement) -> balance,
                        (balance, movement) -> movement,
                        Movement.class);
    }

    private static Long fail(Movement movement) {
        throw new IllegalStateException("broken on purpose: " + movement);
    }

    private static List<Movement> failing(Transfer transfer) {
        throw new IllegalStateException("broken on purpose: " + transfer);
    }
}
