/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.batches;

import io.tspoon.api.Batches;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.log.FileLog;
import io.tspoon.log.ForwardingLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A batch that rejects takes effect as if what is rejected had not been there, whatever fails, and
 * its result says why.
 */
class RejectingITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 4_000;
    private static final int EARLY = COUNT / 2;

    /** Behind whole batches of ten there are five more, which wait for others. */
    private static final int WAITING_FROM = EARLY * 3 / 4 + Payments.SIZE / 2;

    private static final int FAILURES = 3;

    /** Longer ones are cut. */
    private static final int LONGEST_RULE = 20_000;

    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class)
                    .initialValue(0L)
                    .constraint("not negative", balance -> balance >= 0)
                    .partitionedBy(account -> account, String.class);

    private static final TriggerSpec<Long> NEXT = TriggerSpec.named("next", Long.class);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @CsvSource({
        "COUNT, PL3, TIMESTAMP_BASED, false",
        "COUNT, PL3, LOCK_BASED, true",
        "COUNT, PL4, TIMESTAMP_BASED, true",
        "LAST, PL3, LOCK_BASED, false",
        "LAST, PL3, TIMESTAMP_BASED, true",
        "SIZE_TOLD, PL3, TIMESTAMP_BASED, true",
        "SIZE_TOLD, PL4, LOCK_BASED, false",
        "WATERMARK, PL4, TIMESTAMP_BASED, false"
    })
    void rejectedElementsHaveNoEffectThoughTasksFail(
            Payments payments, IsolationLevel level, ConcurrencyControl control, boolean logged)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        DataStream<TransactionResult<String>> results =
                RejectedPayments.pay(
                        graph(logged).isolation(level).concurrencyControl(control),
                        payments,
                        numbers(environment));
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 10 / 5, FAILURES))
                        .returns(results.getType()),
                test);
        GatedNumbers.open(test);

        environment.execute();

        RejectedPayments.check(ExactlyOnceSink.received(test), payments, COUNT);
    }

    @ParameterizedTest(name = "log {0}, parallelism 2 to {1}")
    @CsvSource({"false, 4", "true, 1"})
    void whatIsRejectedDoesNotComeBackInOtherInstances(
            boolean logged, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory);
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(2, Backend.HEAP, new Configuration());
        DataStream<Long> early = Tap.through(numbers(first), test + "early");
        Tap.open(RejectedPayments.pay(graph(logged), Payments.SIZE_TOLD, early), test + "before");
        JobClient job = first.executeAsync();
        Tap.await(test + "early", 2 * WAITING_FROM, job.getJobExecutionResult());
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshots.stop(job));

        StreamExecutionEnvironment second =
                EmbeddedFlink.environment(parallelism, Backend.ROCKSDB, restoring);
        Tap.open(
                RejectedPayments.pay(graph(logged), Payments.SIZE_TOLD, numbers(second)),
                test + "after");
        GatedNumbers.open(test);
        second.execute();

        List<TransactionResult<String>> all = new ArrayList<>(Tap.passed(test + "before"));
        all.addAll(Tap.passed(test + "after"));
        RejectedPayments.check(all, Payments.SIZE_TOLD, COUNT);
    }

    /** A key of its own is the smallest partition; no function is needed to reject. */
    @Test
    void updateOfASingleKeyIsRejectedByItsConstraint() throws Exception {
        List<TransactionResult<Long>> results = withdraw(4, 5, -7, -4, 6);

        assertThat(results).hasSize(1).allMatch(TransactionResult::isCommitted);
        assertThat(results.get(0).emitted()).containsExactly(5L, 1L, 7L);
        assertThat(results.get(0).element(1).reasons())
                .containsExactly(
                        new AbortReason(
                                AbortReason.Kind.CONSTRAINT, "balance", "a", "not negative", ""));
        assertThat(results.get(0).updates()).containsExactly(new StateUpdate("balance", "a", 7L));
    }

    /** Its result is that of a transaction that does nothing. */
    @Test
    void batchOfWhichAllAreRejectedCommits() throws Exception {
        List<TransactionResult<Long>> results = withdraw(2, -1, -2, -3, -4, 5);

        assertThat(results).hasSize(3).allMatch(TransactionResult::isCommitted);
        assertThat(results)
                .extracting(
                        result ->
                                result.elements().stream().filter(BatchElement::isRejected).count())
                .containsExactly(2L, 2L, 0L);
        assertThat(results).extracting(result -> result.updates().size()).containsExactly(0, 0, 1);
    }

    /**
     * A transaction triggers up to 1,000 others. Nobody can say which of the elements is too many.
     * What a rejected one would have triggered does not count.
     */
    @ParameterizedTest
    @CsvSource({"600, 601, false, false", "600, 601, true, true", "1, 1001, true, false"})
    void whatIsTooMuchStillAbortsTheBatch(
            int first, int second, boolean rejects, boolean isCommitted) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
        TransactionalGraph graph = TransactionalGraph.named("triggers");
        TransactionalStream<Long> opened =
                graph.openBatches(
                        "counts",
                        environment.fromData((long) first, (long) second),
                        Batches.<Long>ofCount(2).rejecting());
        TransactionalStream<Long> triggering =
                opened.partitionBy(number -> "a", Types.STRING)
                        .procedure(
                                (partition, number, transaction) -> {
                                    for (long i = 0; i < number; i++) {
                                        transaction.trigger(NEXT, i);
                                    }
                                    if (rejects && number == second) {
                                        transaction.abort("the second");
                                    }
                                },
                                Long.class,
                                BALANCE);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.closeTransaction(
                                triggering, graph.openTriggers(environment, NEXT)));

        TransactionResult<Long> batch =
                results.stream()
                        .filter(result -> result.entrance().equals("counts"))
                        .findAny()
                        .orElseThrow();
        assertThat(batch.isCommitted()).isEqualTo(isCommitted);
        assertThat(batch.element(1).isRejected()).isEqualTo(isCommitted);
        assertThat(batch.reasons())
                .allMatch(reason -> reason.rule().equals("too many triggers"))
                .matches(reasons -> reasons.isEmpty() == isCommitted);
        assertThat(results).hasSize(isCommitted ? 1 + first : 1);
    }

    /**
     * The last of them makes the reasons too many, when all else has been executed, each in a
     * partition of its own.
     */
    @Test
    void batchWithTooManyReasonsIsAborted() throws Exception {
        int ofReason = 1 + 4 * Integer.BYTES + "balance".length() + "100".length() + LONGEST_RULE;
        int each = ofReason + FragmentRows.FRAGMENT_BYTES;
        int size = 2 + SmallLog.LIMIT / each;
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
        String rule = "-".repeat(LONGEST_RULE);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("reasons")
                                .isolation(IsolationLevel.PL4)
                                .writeAheadLog(
                                        new SmallLog(
                                                new FileLog(
                                                        directory
                                                                .resolve("log")
                                                                .toUri()
                                                                .toString())))
                                .openBatches(
                                        environment.fromSequence(0, size),
                                        Batches.<Long>ofCount(size).rejecting(),
                                        String::valueOf)
                                .partitionBy(number -> "" + (100 + number % size), Types.STRING)
                                .procedure(
                                        (partition, number, transaction) -> {
                                            ValueAccess<Long> value =
                                                    partition.of(
                                                            BALANCE, "" + (100 + number % size));
                                            if (number % size != 0) {
                                                transaction.abort(rule);
                                            }
                                            value.set(value.get() + 1);
                                            transaction.emit(value.get());
                                        },
                                        Long.class,
                                        BALANCE)
                                .closeTransaction());

        assertThat(results).extracting(TransactionResult::isCommitted).containsExactly(false, true);
        assertThat(results.get(0).reasons())
                .extracting(AbortReason::kind)
                .containsOnly(AbortReason.Kind.BOUND);
        assertThat(results.get(1).emitted()).as("behind what was aborted").containsExactly(1L);
    }

    /** Refuses what is not larger than a block. */
    private static final class SmallLog extends ForwardingLog {
        private static final long serialVersionUID = 1L;

        static final int LIMIT = 1 << 19;

        SmallLog(WriteAheadLog log) {
            super(log);
        }

        @Override
        public int maxTransactionBytes() {
            return LIMIT;
        }
    }

    /** Adds numbers to one account, in batches of this size. */
    private static List<TransactionResult<Long>> withdraw(int size, long... amounts)
            throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
        List<Long> all = new ArrayList<>();
        for (long amount : amounts) {
            all.add(amount);
        }
        return EmbeddedFlink.collect(
                TransactionalGraph.named("accounts")
                        .isolation(IsolationLevel.PL4)
                        .openBatches(
                                environment.fromData(all), Batches.<Long>ofCount(size).rejecting())
                        .keyBy(amount -> "a")
                        .update(
                                BALANCE,
                                (balance, amount) -> balance + amount,
                                (balance, amount) -> balance,
                                Long.class)
                        .closeTransaction());
    }

    private TransactionalGraph graph(boolean logged) {
        TransactionalGraph graph = TransactionalGraph.named("payments");
        return logged
                ? graph.writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()))
                : graph;
    }

    /** Each of two instances of the source holds back some, so that none ends too early. */
    private DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0,
                                COUNT,
                                new GatedNumbers.Gate(test, WAITING_FROM, EARLY),
                                new GatedNumbers.Gate(test, EARLY + WAITING_FROM, COUNT)),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, time) -> number),
                        "numbers")
                .uid("numbers");
    }
}
