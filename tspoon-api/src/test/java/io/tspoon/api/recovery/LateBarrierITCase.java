/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Patience;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the barrier of one coordinator has gone and that of the other is late: nothing is heard of
 * the first one until that of the other has come. At PL4 an element that comes in between cannot be
 * promised anything by it; at all levels what it begins meanwhile has to wait.
 */
class LateBarrierITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final String GRAPH = "late";
    private static final int COUNT = 20;
    private static final int SHARE = COUNT / 2;
    private static final Duration DEADLINE = Duration.ofSeconds(3);

    /** How much later the late barrier comes, if that must be longer than the deadline. */
    private static final Duration DELAY = DEADLINE.multipliedBy(3).dividedBy(2);

    private static final StateSpec<Long, Long> SUMS = Numbers.sums("sums");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    @ParameterizedTest
    @EnumSource
    void elementsBeforeALateBarrierDoNotWaitForWhoIsBehindItsOwn(ConcurrencyControl control)
            throws Exception {
        Meeting meeting = Meeting.of(test);
        JobClient job = start(IsolationLevel.PL4, control, silent(), Duration.ZERO);
        CompletableFuture<?> end = job.getJobExecutionResult();
        holdLateBarrier(meeting, end);

        snapshots.savepoint(job);

        Tap.await(test, SHARE + 1, end);
        GatedNumbers.open(test + "-silent");
        end.get(Patience.SECONDS, TimeUnit.SECONDS);
        List<TransactionResult<Long>> results = Tap.passed(test);
        Bank.checkComplete(results, 0, COUNT);
        Workload.checkEntryOrder(results, Numbers.parts(COUNT, 2));
        SerialReplay.of(results, LateBarrierITCase::add);
    }

    /** They wait for the late barrier, longer than the deadline allows for. */
    @ParameterizedTest
    @CsvSource({
        "PL1, LOCK_BASED",
        "PL3, LOCK_BASED",
        "PL3, TIMESTAMP_BASED",
        "PL4, DETERMINISTIC",
    })
    void elementsBehindABarrierPassNoDeadlineWhileThatOfTheOtherIsLate(
            IsolationLevel level, ConcurrencyControl control) throws Exception {
        Meeting meeting = Meeting.of(test);
        JobClient job = start(level, control, watched(), DELAY);
        CompletableFuture<?> end = job.getJobExecutionResult();
        holdLateBarrier(meeting, end);

        CompletableFuture<String> savepoint = snapshots.saving(job);
        assertThat(meeting.barrierHasGone.await(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        GatedNumbers.open(test + "-silent");

        end.get(Patience.SECONDS, TimeUnit.SECONDS);
        // If Flink's first checkpoint was held instead, the job may end before the savepoint.
        savepoint.exceptionally(failure -> "").get(Patience.SECONDS, TimeUnit.SECONDS);
        Bank.checkComplete(Tap.passed(test), 0, COUNT);
    }

    /** The first of each instance passes; then one is silent, and the other one's barrier held. */
    private void holdLateBarrier(Meeting meeting, CompletableFuture<?> end) throws Exception {
        Tap.await(test, 2, end);
        GatedNumbers.open(test + "-late");
        assertThat(meeting.held.await(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Without heartbeats, so that nobody leaves for being idle. */
    private static Configuration silent() {
        return aligning().set(TransactionalGraphOptions.heartbeat(GRAPH), Duration.ofMinutes(10));
    }

    private static Configuration watched() {
        return aligning().set(TransactionalGraphOptions.deadline(GRAPH), DEADLINE);
    }

    /** A job without checkpoints would not align the barriers of a savepoint. */
    private static Configuration aligning() {
        return EmbeddedFlink.checkpointing(Duration.ofHours(1));
    }

    private JobClient start(
            IsolationLevel level,
            ConcurrencyControl control,
            Configuration configuration,
            Duration delay)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, Backend.HEAP, configuration);
        GatedNumbers numbers =
                new GatedNumbers(
                        0,
                        COUNT,
                        new Gate(test + "-silent", 1, SHARE),
                        new Gate(test + "-late", SHARE + 1, COUNT));
        Tap.open(
                TransactionalGraph.named(GRAPH)
                        .isolation(level)
                        .concurrencyControl(control)
                        .openTransaction(
                                environment
                                        .fromSource(
                                                numbers,
                                                WatermarkStrategy.noWatermarks(),
                                                "numbers")
                                        .map(new HoldsBarrier(test, delay.toMillis())),
                                number -> Long.toString(number))
                        .keyBy(number -> number % 3)
                        .update(SUMS, (sum, number) -> sum + number)
                        .closeTransaction(),
                test);
        return environment.executeAsync();
    }

    private static void add(String number, SerialReplay.View view) {
        long added = Long.parseLong(number);
        view.emit(view.write(SUMS, added % 3, view.read(SUMS, added % 3) + added));
    }

    // ------------------------------------------------------------------ the late barrier

    /** Where the test and both instances meet. */
    private static final class Meeting {
        private static final ConcurrentMap<String, Meeting> MEETINGS = new ConcurrentHashMap<>();

        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch barrierHasGone = new CountDownLatch(1);

        /** Nobody opens it: who waits for it is late. */
        final CountDownLatch never = new CountDownLatch(1);

        /** The checkpoint before the late barrier, once that is held. */
        private long before = Long.MAX_VALUE;

        private long last;

        static Meeting of(String test) {
            return MEETINGS.computeIfAbsent(test, any -> new Meeting());
        }

        synchronized void hold(long checkpointBefore) {
            before = checkpointBefore;
            held.countDown();
            tell();
        }

        synchronized void barrierGoes(long checkpoint) {
            last = Math.max(last, checkpoint);
            tell();
        }

        private void tell() {
            if (last > before) {
                barrierHasGone.countDown();
            }
        }
    }

    /**
     * Holds one number, and the barrier behind it, until the barrier of the other instance has
     * gone, and for the delay after that.
     */
    private static final class HoldsBarrier
            implements MapFunction<Long, Long>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final String test;
        private final long delayMs;
        private long lastCheckpoint;

        HoldsBarrier(String test, long delayMs) {
            this.test = test;
            this.delayMs = delayMs;
        }

        @Override
        public Long map(Long number) throws InterruptedException {
            if (number == SHARE + 1) {
                Meeting meeting = Meeting.of(test);
                meeting.hold(lastCheckpoint);
                if (!meeting.barrierHasGone.await(Patience.SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("Waited in vain for the other barrier");
                }
                meeting.never.await(delayMs, TimeUnit.MILLISECONDS);
            }
            return number;
        }

        /** Flink takes a checkpoint soon after the start, too, so it need not be the savepoint. */
        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            lastCheckpoint = context.getCheckpointId();
            Meeting.of(test).barrierGoes(lastCheckpoint);
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }
}
