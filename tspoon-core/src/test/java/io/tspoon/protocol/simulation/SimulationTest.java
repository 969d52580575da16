/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.ReadCommitted;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.protocol.regime.InAttempts;
import io.tspoon.protocol.simulation.SimulationParameters.EntryOrder;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/** Thousands of runs, each with a t-graph, a load and an interleaving of its own. */
class SimulationTest {
    private static final String TEST = "SimulationTest";
    private static final int SEEDS = 600;

    @Test
    void lockingIsSerializableInTimestampOrder(TestReporter reporter) {
        run(Locking::new, Verdict::checkSerializable, reporter);
    }

    @Test
    void speculatingLocksAreSerializableInTimestampOrder(TestReporter reporter) {
        run(Mechanisms.SPECULATING_LOCKS, Verdict::checkSerializable, reporter);
    }

    @Test
    void speculatingTimestampOrderingIsSerializableInTimestampOrder(TestReporter reporter) {
        run(Mechanisms.SPECULATING_TIMESTAMPS, Verdict::checkSerializable, reporter);
    }

    @Test
    void locksThatPauseSpeculationAreSerializableInTimestampOrder(TestReporter reporter) {
        run(Mechanisms.PAUSING_LOCKS, Verdict::checkSerializable, reporter);
    }

    @Test
    void timestampOrderingThatPausesSpeculationIsSerializable(TestReporter reporter) {
        run(Mechanisms.PAUSING_TIMESTAMPS, Verdict::checkSerializable, reporter);
    }

    @Test
    void functionsThatFailOnTentativeVersionsAreRepeated(TestReporter reporter) {
        Consumer<Verdict> level = Verdict::checkSerializable;
        for (Mechanisms mechanism :
                List.of(
                        Mechanisms.SPECULATING_LOCKS,
                        Mechanisms.SPECULATING_TIMESTAMPS,
                        Mechanisms.PAUSING_LOCKS)) {
            run(
                    new Seeds(TEST, mechanism, level, SimulationParameters::randomWithFailures),
                    reporter);
        }
    }

    @Test
    void timestampOrderingIsSerializableInTimestampOrder(TestReporter reporter) {
        run(TimestampOrdering::new, Verdict::checkSerializable, reporter);
    }

    @Test
    void readCommittedReadsInstalledVersionsOnly(TestReporter reporter) {
        run(ReadCommitted::new, Verdict::checkReadCommitted, reporter);
    }

    @Test
    void attemptsDecidedAloneAmongOthersAreSerializable(TestReporter reporter) {
        Consumer<Verdict> level = Verdict::checkSerializable;
        for (Mechanisms mechanism :
                List.<Mechanisms>of(
                        Locking::new, Mechanisms.SPECULATING_LOCKS, Mechanisms.PAUSING_LOCKS)) {
            run(new Seeds(TEST, mechanism, level, SimulationParameters::randomOnFewKeys), reporter);
        }
    }

    @Test
    void whoVotesLastDecides(TestReporter reporter) {
        for (Mechanisms mechanism :
                List.<Mechanisms>of(
                        Locking::new,
                        TimestampOrdering::new,
                        Mechanisms.SPECULATING_LOCKS,
                        Mechanisms.SPECULATING_TIMESTAMPS)) {
            run(
                    new Seeds(
                            TEST,
                            mechanism,
                            Verdict::checkSerializable,
                            SimulationParameters::randomInChain),
                    reporter);
        }
    }

    @Test
    void whoVotesLastDecidesInEntryOrder(TestReporter reporter) {
        for (Mechanisms mechanism : List.<Mechanisms>of(Locking::new, TimestampOrdering::new)) {
            Consumer<Verdict> level = Verdict::checkEntryOrder;
            Function<SplittableRandom, SimulationParameters> parameters =
                    SimulationParameters::randomInChainInEntryOrder;
            run(new Seeds(TEST, mechanism, level, parameters), reporter);
            run(
                    new Seeds(
                            TEST,
                            mechanism,
                            level,
                            parameters.andThen(SimulationParameters::withLogs)),
                    reporter);
        }
    }

    @Test
    void partitionsAreHeldAsOneAndWrittenByRecord() {
        Function<SplittableRandom, SimulationParameters> partitions =
                SimulationParameters::randomInPartitions;
        Consumer<Verdict> serializable = Verdict::checkSerializable;
        for (Mechanisms mechanism :
                List.<Mechanisms>of(
                        Locking::new,
                        TimestampOrdering::new,
                        Mechanisms.SPECULATING_LOCKS,
                        Mechanisms.PAUSING_TIMESTAMPS)) {
            new Seeds(TEST, mechanism, serializable, partitions).run(SEEDS / 3);
        }
        new Seeds(
                        TEST,
                        Mechanisms.SPECULATING_TIMESTAMPS,
                        serializable,
                        partitions.andThen(SimulationParameters::withLogs))
                .run(SEEDS / 3);
        new Seeds(
                        TEST,
                        Locking::new,
                        Verdict::checkEntryOrder,
                        partitions.andThen(drawn -> drawn.with(EntryOrder.HEARTBEATS)))
                .run(SEEDS / 3);
    }

    @Test
    void batchesAreSerializable() {
        enter(SimulationParameters::randomInBatches);
    }

    @Test
    void batchesThatRejectAreSerializable() {
        enter(SimulationParameters::randomRejecting);
    }

    @Test
    void whatIsTriggeredComesOnceAndIsSerializable() {
        enter(SimulationParameters::randomWithTriggers);
    }

    private static void enter(Function<SplittableRandom, SimulationParameters> parameters) {
        for (Mechanisms mechanism :
                List.<Mechanisms>of(
                        Locking::new,
                        TimestampOrdering::new,
                        Mechanisms.SPECULATING_LOCKS,
                        Mechanisms.SPECULATING_TIMESTAMPS)) {
            new Seeds(TEST, mechanism, Verdict::checkSerializable, parameters).run(SEEDS / 15);
            new Seeds(
                            TEST,
                            mechanism,
                            Verdict::checkSerializable,
                            parameters.andThen(SimulationParameters::withLogs))
                    .run(SEEDS / 15);
        }
        for (Mechanisms mechanism : List.<Mechanisms>of(Locking::new, TimestampOrdering::new)) {
            new Seeds(
                            TEST,
                            mechanism,
                            Verdict::checkEntryOrder,
                            parameters.andThen(SimulationParameters::inEntryOrder))
                    .run(SEEDS / 15);
        }
    }

    @Test
    void attemptsAreWholeHoweverFineTheirSharesAre(TestReporter reporter) {
        run(
                new Seeds(
                        TEST,
                        Mechanisms.SPECULATING_LOCKS,
                        Verdict::checkSerializable,
                        SimulationParameters::randomWithLeastShares),
                reporter);
    }

    /** Whatever a crash leaves of the logs is whole, and has all that was shown. */
    @Test
    void whatALogKeepsHasAllThatItDependsOn(TestReporter reporter) {
        Consumer<Verdict> level = Verdict::checkSerializable;
        for (Mechanisms mechanism :
                List.<Mechanisms>of(
                        Locking::new,
                        TimestampOrdering::new,
                        Mechanisms.SPECULATING_LOCKS,
                        Mechanisms.SPECULATING_TIMESTAMPS,
                        Mechanisms.PAUSING_LOCKS,
                        Mechanisms.PAUSING_TIMESTAMPS)) {
            run(new Seeds(TEST, mechanism, level, SimulationParameters::randomWithLogs), reporter);
        }
    }

    @Test
    void whatIsDecidedBehindAnotherOperatorIsDurableBeforeItIsSeen(TestReporter reporter) {
        run(
                new Seeds(
                        TEST,
                        TimestampOrdering::new,
                        Verdict::checkSerializable,
                        SimulationParameters::randomInChainWithLogs),
                reporter);
    }

    @Test
    void readCommittedReadsDurableVersionsOnly(TestReporter reporter) {
        run(
                new Seeds(
                        TEST,
                        ReadCommitted::new,
                        Verdict::checkReadCommitted,
                        SimulationParameters::randomWithLogs),
                reporter);
    }

    @Test
    void logsKeepEntryOrder(TestReporter reporter) {
        for (Mechanisms mechanism : List.<Mechanisms>of(Locking::new, TimestampOrdering::new)) {
            run(
                    new Seeds(
                            TEST,
                            mechanism,
                            Verdict::checkEntryOrder,
                            random -> SimulationParameters.randomInEntryOrder(random).withLogs()),
                    reporter);
        }
    }

    @Test
    void lockingKeepsEntryOrder(TestReporter reporter) {
        runInEntryOrder(Locking::new, reporter);
    }

    @Test
    void timestampOrderingKeepsEntryOrder(TestReporter reporter) {
        runInEntryOrder(TimestampOrdering::new, reporter);
    }

    /** What the settings ask for is what keeps their promise. */
    @ParameterizedTest
    @InAttempts
    void regimesKeepTheirLevels(ConcurrencyControl control) {
        for (IsolationLevel level : IsolationLevel.values()) {
            Mechanisms mechanism = Mechanisms.of(level, control);
            Consumer<Verdict> verdict =
                    switch (level) {
                        case PL1, PL2 -> Verdict::checkReadCommitted;
                        case PL3 -> Verdict::checkSerializable;
                        case PL4 -> Verdict::checkEntryOrder;
                    };
            Function<SplittableRandom, SimulationParameters> parameters =
                    level == IsolationLevel.PL4
                            ? SimulationParameters::randomInEntryOrder
                            : SimulationParameters::random;
            new Seeds(TEST, mechanism, verdict, parameters).run(SEEDS / 3);
        }
    }

    private static void run(Mechanisms mechanism, Consumer<Verdict> level, TestReporter reporter) {
        run(new Seeds(TEST, mechanism, level, SimulationParameters::random), reporter);
    }

    private static void runInEntryOrder(Mechanisms mechanism, TestReporter reporter) {
        Seeds seeds =
                new Seeds(
                        TEST,
                        mechanism,
                        Verdict::checkEntryOrder,
                        SimulationParameters::randomInEntryOrder);
        run(seeds, reporter);
    }

    private static void run(Seeds seeds, TestReporter reporter) {
        seeds.run(SEEDS);
        reporter.publishEntry(seeds.toString());
    }
}
