/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A program with a log is stopped with a savepoint, changed, and goes on from it. */
class LogUpgradeITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 2_000;

    /** Half of what comes from the first of two instances of the source: none has ended. */
    private static final int EARLY = COUNT / 4;

    /** What comes before the last ones wait. */
    private static final int BEHIND_SAVEPOINT = EARLY + 100;

    private static final int KEYS = 10;
    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> NUMBER = sums("number");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    /** What is changed: the program before, and the one after. */
    private enum Change {
        NOTHING(LogUpgradeITCase::sum, LogUpgradeITCase::sum),
        STATE_BEHIND_OTHERS_IS_REMOVED(LogUpgradeITCase::sumAndNumber, LogUpgradeITCase::sum),
        STATE_WITH_AN_OPERATOR_IS_REMOVED(LogUpgradeITCase::sumThenNumber, LogUpgradeITCase::sum),
        EMITTED_TYPE(LogUpgradeITCase::sum, LogUpgradeITCase::sumAsText);

        private final Program before;
        private final Program after;

        Change(Program before, Program after) {
            this.before = before;
            this.after = after;
        }
    }

    private interface Program
            extends Function<
                    TransactionalStream<Long>, DataStream<? extends TransactionResult<?>>> {}

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    /** The savepoint's segment has no transaction, and the header of the program before. */
    @ParameterizedTest
    @EnumSource(Change.class)
    void stoppedProgramMayBeChanged(Change change) throws Exception {
        JobClient job = start(graph(), change.before, null, "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        String savepoint = snapshots.stop(job);

        end(start(graph(), change.after, savepoint, "after"));
    }

    /** The log goes by the prefix, as the state does. */
    @Test
    void graphMayBeRenamedIfItKeepsThePrefix() throws Exception {
        JobClient job = start(graph(), LogUpgradeITCase::sum, null, "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        String savepoint = snapshots.stop(job);

        TransactionalGraph renamed =
                TransactionalGraph.named("renamed").uidPrefix("graph").writeAheadLog(log());
        end(start(renamed, LogUpgradeITCase::sum, savepoint, "after"));
        assertThat(directory.resolve("log")).isDirectoryContaining("glob:**/graph");
        assertThat(directory.resolve("log")).isDirectoryNotContaining("glob:**/renamed");
    }

    /** Here transactions are behind the savepoint that have written it. */
    @Test
    void stateWhoseUpdatesAreToBeRepeatedMustBeThere() throws Exception {
        JobClient job = start(graph(), LogUpgradeITCase::sumAndNumber, null, "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        String savepoint = snapshots.savepoint(job);
        GatedNumbers.open(test);
        Tap.await(test + "before", BEHIND_SAVEPOINT, job.getJobExecutionResult());
        EmbeddedFlink.cancel(job);
        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .hasStackTraceContaining("Cancel");

        JobClient other = start(graph(), LogUpgradeITCase::sum, savepoint, "after");
        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .hasStackTraceContaining("a state that the t-graph does not have any more")
                .hasStackTraceContaining("state=number");
    }

    /** Two jobs without a log stop with savepoints of one number, and two with one go on. */
    @Test
    void logBehindASavepointWithoutLogIsOfThatSavepointOnly() throws Exception {
        String savepoint = runWithoutLog("before");
        String other = runWithoutLog("other");
        JobClient job = start(graph(), LogUpgradeITCase::sum, savepoint, "logged");
        GatedNumbers.open(test);
        Tap.await(test + "logged", BEHIND_SAVEPOINT - EARLY, job.getJobExecutionResult());
        EmbeddedFlink.cancel(job);
        GatedNumbers.open(test + "last"); // so that it would end

        JobClient refused = start(graph(), LogUpgradeITCase::sum, other, "refused");
        assertThatThrownBy(() -> refused.getJobExecutionResult().get())
                .hasStackTraceContaining("there is one of another job")
                .hasStackTraceContaining("job=" + job.getJobID().toHexString());

        end(start(graph(), LogUpgradeITCase::sum, savepoint, "after"));
        assertThat(Tap.passed(test + "after")).containsAll(Tap.passed(test + "logged"));
    }

    private String runWithoutLog(String run) throws Exception {
        TransactionalGraph graph = TransactionalGraph.named("graph");
        JobClient job = start(graph, LogUpgradeITCase::sum, null, run);
        Tap.await(test + run, EARLY, job.getJobExecutionResult());
        return snapshots.stop(job);
    }

    // ------------------------------------------------------------------ programs

    private static DataStream<TransactionResult<Long>> sum(TransactionalStream<Long> numbers) {
        return numbers.keyBy(number -> number % KEYS).update(SUM, Long::sum).closeTransaction();
    }

    private static DataStream<TransactionResult<String>> sumAsText(
            TransactionalStream<Long> numbers) {
        return numbers.keyBy(number -> number % KEYS)
                .update(SUM, Long::sum, (sum, number) -> "sum " + sum, String.class)
                .closeTransaction();
    }

    /** Two states of one key. */
    private static DataStream<TransactionResult<Long>> sumAndNumber(
            TransactionalStream<Long> numbers) {
        return numbers.keyBy(number -> number % KEYS)
                .update(SUM, Long::sum, (sum, number) -> number, Long.class)
                .sameKey()
                .update(NUMBER, (before, number) -> number)
                .closeTransaction();
    }

    /** Two states with an operator each. */
    private static DataStream<TransactionResult<Long>> sumThenNumber(
            TransactionalStream<Long> numbers) {
        return numbers.keyBy(number -> number % KEYS)
                .update(SUM, Long::sum, (sum, number) -> number, Long.class)
                .keyBy(number -> number % KEYS)
                .update(NUMBER, (before, number) -> number)
                .closeTransaction();
    }

    // ------------------------------------------------------------------ the job

    private TransactionalGraph graph() {
        return TransactionalGraph.named("graph").writeAheadLog(log());
    }

    private FileLog log() {
        return new FileLog(directory.resolve("log").toUri().toString());
    }

    private JobClient start(TransactionalGraph graph, Program program, String savepoint, String run)
            throws Exception {
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
            configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, Backend.HEAP, configuration);
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        0,
                                        COUNT,
                                        new GatedNumbers.Gate(test, EARLY, BEHIND_SAVEPOINT),
                                        new GatedNumbers.Gate(
                                                test + "last", BEHIND_SAVEPOINT, COUNT)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers");
        TransactionalStream<Long> opened =
                graph.openTransaction(numbers, number -> Long.toString(number));
        Tap.open(program.apply(opened), test + run);
        return environment.executeAsync();
    }

    /** Both runs together have executed each number once, and the sums have gone on. */
    private void end(JobClient job) throws Exception {
        GatedNumbers.open(test);
        GatedNumbers.open(test + "last");
        job.getJobExecutionResult().get();
        List<TransactionResult<?>> all = new ArrayList<>(Tap.passed(test + "before"));
        assertThat(all).hasSize(EARLY);
        all.addAll(Tap.passed(test + "after"));

        Bank.checkComplete(all, 0, COUNT);
        Map<Object, Long> sums = new HashMap<>();
        for (TransactionResult<?> result : all) {
            for (StateUpdate update : result.updates()) {
                if (update.state().equals(SUM.name())) {
                    sums.merge(update.key(), (Long) update.value(), Math::max);
                }
            }
        }
        assertThat(sums.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo((long) COUNT * (COUNT - 1) / 2);
    }
}
