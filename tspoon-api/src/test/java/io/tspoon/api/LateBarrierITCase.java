/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
 * PL4, when the barrier of one coordinator has gone and that of the other is late: an element that
 * comes in between cannot be promised anything by the first one, which is silent behind its barrier
 * until that of the other has come.
 */
class LateBarrierITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final String GRAPH = "late";
    private static final int COUNT = 20;
    private static final int SHARE = COUNT / 2;
    private static final long PATIENCE_SECONDS = 60;
    private static final StateSpec<Long, Long> SUMS = Numbers.sums("sums");

    @TempDir Path savepoints;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @EnumSource
    void elementsBeforeALateBarrierDoNotWaitForWhoIsBehindItsOwn(ConcurrencyControl control)
            throws Exception {
        Meeting meeting = Meeting.of(test);
        JobClient job = start(control);
        CompletableFuture<?> end = job.getJobExecutionResult();
        Tap.await(test, 2, end); // the first of each instance; then both are silent
        GatedNumbers.open(test + "-late");
        assertThat(meeting.held.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

        job.triggerSavepoint(savepoints.toString(), SavepointFormatType.CANONICAL)
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);

        Tap.await(test, SHARE + 1, end);
        GatedNumbers.open(test + "-silent");
        end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        List<TransactionResult<Long>> results = Tap.passed(test);
        Bank.checkComplete(results, 0, COUNT);
        Workload.checkEntryOrder(results);
        SerialReplay.of(results, LateBarrierITCase::add);
    }

    /**
     * Without heartbeats, so that nobody leaves for being idle. A job without checkpoints would not
     * align the barriers of a savepoint.
     */
    private JobClient start(ConcurrencyControl control) throws Exception {
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        configuration.set(TransactionalGraphOptions.heartbeat(GRAPH), Duration.ofMinutes(10));
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
                        .isolation(IsolationLevel.PL4)
                        .concurrencyControl(control)
                        .openTransaction(
                                environment
                                        .fromSource(
                                                numbers,
                                                WatermarkStrategy.noWatermarks(),
                                                "numbers")
                                        .map(new HoldsBarrier(test)),
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

        static Meeting of(String test) {
            return MEETINGS.computeIfAbsent(test, any -> new Meeting());
        }
    }

    /**
     * Holds one number, and the barrier behind it, until the barrier of the other instance has
     * gone.
     */
    private static final class HoldsBarrier
            implements MapFunction<Long, Long>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final String test;

        HoldsBarrier(String test) {
            this.test = test;
        }

        @Override
        public Long map(Long number) throws InterruptedException {
            if (number == SHARE + 1) {
                Meeting meeting = Meeting.of(test);
                meeting.held.countDown();
                if (!meeting.barrierHasGone.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("Waited in vain for the other barrier");
                }
            }
            return number;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            Meeting.of(test).barrierHasGone.countDown();
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }
}
