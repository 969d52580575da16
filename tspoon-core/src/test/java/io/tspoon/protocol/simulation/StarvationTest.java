/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.ReadCommitted;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.simulation.SimulationParameters.Arriving;
import io.tspoon.protocol.simulation.SimulationParameters.EntryOrder;
import io.tspoon.protocol.simulation.SimulationParameters.Shares;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import java.util.List;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Wide transactions of several coordinators fight for few keys, so that refusals are the rule: some
 * must ask for priority, and all must get their result.
 */
class StarvationTest {
    private static final int SEEDS = 15;

    private static final List<Mechanisms> SERIALIZABLE =
            List.of(
                    Locking::new,
                    TimestampOrdering::new,
                    Mechanisms.SPECULATING_LOCKS,
                    Mechanisms.SPECULATING_TIMESTAMPS,
                    Mechanisms.PAUSING_LOCKS,
                    Mechanisms.PAUSING_TIMESTAMPS);

    @Test
    void lockingStarvesNobody(TestReporter reporter) {
        Seeds seeds = seeds(Locking::new, Verdict::checkSerializable, crowd(10));

        assertPriorityIsAskedFor(seeds, reporter);
    }

    @Test
    void timestampOrderingStarvesNobody(TestReporter reporter) {
        Seeds seeds = seeds(TimestampOrdering::new, Verdict::checkSerializable, crowd(10));

        assertPriorityIsAskedFor(seeds, reporter);
    }

    @Test
    void readCommittedStarvesNobody(TestReporter reporter) {
        Seeds seeds = seeds(ReadCommitted::new, Verdict::checkReadCommitted, crowd(2));

        assertPriorityIsAskedFor(seeds, reporter);
    }

    @Test
    void lockingStarvesNobodyOnTwoKeys() {
        seeds(Locking::new, Verdict::checkSerializable, crowd(2)).run(SEEDS);
    }

    @Test
    void timestampOrderingStarvesNobodyOnTwoKeys() {
        seeds(TimestampOrdering::new, Verdict::checkSerializable, crowd(2)).run(SEEDS);
    }

    @Test
    void attemptsAreBoundedWithSixtyFourTransactionsOnTwoKeys(TestReporter reporter) {
        for (Mechanisms mechanism : SERIALIZABLE) {
            runOnTwoKeys(mechanism, Verdict::checkSerializable, EntryOrder.NONE, reporter);
            seeds(mechanism, Verdict::checkSerializable, crowd(2).withLogs()).run(SEEDS);
        }
        runOnTwoKeys(ReadCommitted::new, Verdict::checkReadCommitted, EntryOrder.NONE, reporter);
    }

    @Test
    void entryOrderNeedsOneAttemptWithSixtyFourTransactionsOnTwoKeys(TestReporter reporter) {
        Consumer<Verdict> level = Verdict::checkEntryOrder;
        for (EntryOrder order : List.of(EntryOrder.HEARTBEATS, EntryOrder.QUESTIONS)) {
            assertThat(runOnTwoKeys(Locking::new, level, order, reporter)).isOne();
            assertThat(runOnTwoKeys(TimestampOrdering::new, level, order, reporter)).isOne();
        }
    }

    /** Returns the highest number of attempts. */
    private static int runOnTwoKeys(
            Mechanisms mechanism,
            Consumer<Verdict> level,
            EntryOrder order,
            TestReporter reporter) {
        Load load = new Load(2, 0, false, 2, 2, 0, 5, 0, true);
        SimulationParameters parameters =
                new SimulationParameters(
                        Graph.SINGLE,
                        load,
                        2,
                        32,
                        64,
                        15,
                        50,
                        6,
                        0,
                        order,
                        false,
                        Shares.EVEN,
                        false,
                        Arriving.ONE_BY_ONE,
                        false);
        Seeds seeds = seeds(mechanism, level, parameters);
        seeds.run(SEEDS);
        reporter.publishEntry(order + ": " + seeds);
        assertThat(seeds.mostAttempts()).isBetween(1, Verdict.MOST_ATTEMPTS);
        return seeds.mostAttempts();
    }

    private static SimulationParameters crowd(int keys) {
        Load load = new Load(keys, 0, false, 4, 2, 0, 5, 0, true);
        return new SimulationParameters(
                Graph.DIAMOND,
                load,
                4,
                32,
                40,
                15,
                100_000,
                6,
                0,
                EntryOrder.NONE,
                false,
                Shares.EVEN,
                false,
                Arriving.ONE_BY_ONE,
                false);
    }

    private static Seeds seeds(
            Mechanisms mechanism, Consumer<Verdict> level, SimulationParameters parameters) {
        return new Seeds("StarvationTest", mechanism, level, random -> parameters);
    }

    private static void assertPriorityIsAskedFor(Seeds seeds, TestReporter reporter) {
        seeds.run(SEEDS);

        reporter.publishEntry(seeds.toString());
        assertThat(seeds.mostAttempts()).isGreaterThan(AdmissionWindow.ATTEMPTS_BEFORE_PRIORITY);
    }
}
