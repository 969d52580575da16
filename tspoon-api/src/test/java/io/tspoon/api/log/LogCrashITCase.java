/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.log.LoggedSums.Held;
import io.tspoon.api.log.LoggedSums.Shape;
import io.tspoon.api.log.LoggedSums.Spread;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.protocol.Timestamps;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.testing.HookedLog;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import static io.tspoon.api.log.LoggedSums.EARLY;
import static io.tspoon.api.log.LoggedSums.HALF_A_SECOND;
import static io.tspoon.api.log.LoggedSums.KEYS;
import static io.tspoon.api.log.LoggedSums.NEVER_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A job with a write-ahead log, {@link LoggedSums}, fails at a step of the protocol that the test
 * chooses.
 */
class LogCrashITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long OFTEN_MS = 20;

    @TempDir Path directory;

    private LoggedSums sums;
    private HookedLog.Hooks hooks;

    @BeforeEach
    void openLog() {
        sums = new LoggedSums(UUID.randomUUID().toString(), directory);
        hooks = sums.hooks();
    }

    @AfterEach
    void cancel() throws Exception {
        sums.cancel();
    }

    // ------------------------------------------------------------------ what is not durable

    static Stream<Arguments> shapes() {
        return Combination.mechanismsForAnyShape().stream()
                .flatMap(
                        control ->
                                Arrays.stream(Shape.values())
                                        .map(shape -> Arguments.of(control, shape)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void nothingIsVisibleBeforeItIsDurable(ConcurrencyControl control, Shape touched)
            throws Exception {
        sums.touch(touched);
        hooks.hold();
        JobClient job = sums.start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();

        hooks.release();
        sums.end(job);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whatNeverReachedTheLogIsExecutedAnew(ConcurrencyControl control, Shape touched)
            throws Exception {
        sums.touch(touched);
        hooks.lose();
        hooks.hold();
        JobClient job = sums.start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();

        hooks.failJob();
        sums.end(job);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whatIsInTheLogIsTheOutcomeEvenIfNobodyHeardOfIt(ConcurrencyControl control, Shape touched)
            throws Exception {
        sums.touch(touched);
        hooks.hold();
        JobClient job = sums.start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();
        List<LoggedTransaction> logged = hooks.appended();

        hooks.failJob();
        sums.end(job);
        sums.checkKept(logged);
    }

    /** The second operator decides at once, behind the first one. */
    @ParameterizedTest
    @ForAnyShape
    void whatTheLastOfTwoDecidesIsShownWhenItIsDurable(ConcurrencyControl control)
            throws Exception {
        sums.isolate(IsolationLevel.PL4);
        sums.spreadInput();
        sums.touch(Shape.MANY_TO_ONE);
        hooks.hold();
        JobClient job = sums.start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();
        List<LoggedTransaction> logged = hooks.appended();

        hooks.failJob();
        sums.end(job);
        sums.checkKept(logged);
    }

    /**
     * The first five numbers have a key each; those that follow wait for them, but for one. That
     * one is decided, and logged, after those that entered before it.
     */
    @ParameterizedTest
    @ForAnyShape
    void entryOrderIsThatOfTheInputAfterACrash(ConcurrencyControl control) throws Exception {
        sums.isolate(IsolationLevel.PL4);
        sums.touch(Shape.TWO_KEYS);
        hooks.hold();
        JobClient job = sums.start(control, NEVER_MS);
        hooks.awaitAppended(KEYS);
        sums.openAlone();
        assertThat(hooks.appendsMoreThan(KEYS, HALF_A_SECOND)).isFalse();

        hooks.failJob();
        sums.end(job);
        List<TransactionResult<Long>> all = new ArrayList<>(sums.results());
        all.sort(Comparator.comparing(result -> result.id().value()));
        assertThat(all).extracting(result -> Long.parseLong(result.key())).isSorted();
    }

    /**
     * As long as nobody may hear of the first transaction of a key, those that follow are of the
     * same coordinator, in whose log they come behind it.
     */
    private void awaitOneCoordinatorOfEachKey() throws Exception {
        hooks.awaitAppended(1);
        assertThat(hooks.appendsMoreThan(EARLY, HALF_A_SECOND)).isFalse();
        Timestamps timestamps = new Timestamps(LoggedSums.PARALLELISM);
        Map<Long, Integer> coordinators = new HashMap<>();
        for (LoggedTransaction transaction : hooks.appended()) {
            int coordinator = timestamps.coordinator(transaction.timestamp());
            Integer other =
                    coordinators.put(
                            LoggedSums.key(Long.parseLong(transaction.key())), coordinator);
            assertThat(other).isIn(null, coordinator);
        }
        assertThat(sums.seen()).isEmpty();
    }

    // ------------------------------------------------------------------ outcomes on their way

    @ParameterizedTest
    @MethodSource("io.tspoon.api.log.LoggedSums#spreads")
    void outcomeOnItsWayIsEverywhereAfterRecovery(Spread spread, ConcurrencyControl control)
            throws Exception {
        Held held = sums.hold(spread, control);

        held.fail();
        sums.end(held.job());
        sums.checkKept(held.logged());
    }

    // ------------------------------------------------------------------ checkpoints, recovery

    @Test
    void segmentOfACheckpointCannotBeBegun() throws Exception {
        JobClient job = sums.start(ConcurrencyControl.TIMESTAMP_BASED, OFTEN_MS);
        sums.awaitSeen(EARLY, job);

        hooks.failRolls(1);
        hooks.awaitQuiet();
        sums.end(job);
    }

    @Test
    void checkpointFailsAfterItsSegmentsWereBegun() throws Exception {
        JobClient job = sums.start(ConcurrencyControl.TIMESTAMP_BASED, OFTEN_MS, 3);

        sums.end(job);
        assertThat(sums.snapshotsToFail()).isZero();
    }

    @Test
    void readingTheLogFailsSeveralTimes() throws Exception {
        JobClient job = sums.start(ConcurrencyControl.TIMESTAMP_BASED, NEVER_MS);
        sums.awaitSeen(EARLY, job);

        hooks.failReads(3);
        hooks.failJob();
        hooks.awaitQuiet();
        sums.end(job);
    }

    /** What was seen comes out of the log each time, for there is no checkpoint. */
    @Test
    void jobFailsAgainAsSoonAsItHasRecovered() throws Exception {
        JobClient job = sums.start(ConcurrencyControl.LOCK_BASED, NEVER_MS);
        for (int round = 1; round <= 3; round++) {
            sums.awaitSeen(EARLY * round, job);
            hooks.failJob();
            hooks.awaitOpened(2 * (round + 1));
        }

        sums.end(job);
    }

    // ------------------------------------------------------------------ a disk that is full

    @Test
    void jobGoesOnWhenTheDiskIsBack() throws Exception {
        JobClient job = sums.start(ConcurrencyControl.TIMESTAMP_BASED, NEVER_MS);
        sums.awaitSeen(EARLY, job);

        int opened = hooks.opened();
        hooks.breakDisk(opened + 4);
        sums.openRest();
        hooks.awaitOpened(opened + 4);
        sums.end(job);
    }

    @Test
    void jobWithoutRestartsSaysWhatIsWrong() throws Exception {
        hooks.hold();
        JobClient job = sums.startOnce(ConcurrencyControl.TIMESTAMP_BASED);
        hooks.awaitAppended(1);
        hooks.failJob();

        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("the write-ahead log cannot be written, graph=sums")
                .hasStackTraceContaining("no power");
    }
}
