/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.ReadCommittedParticipant;
import io.tspoon.protocol.TimestampOrderingParticipant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import java.util.function.Consumer;

/** Thousands of runs, each with a t-graph, a load and an interleaving of its own. */
class SimulationTest {
    private static final int SEEDS = 2_000;

    @Test
    void lockingIsSerializableInTimestampOrder(TestReporter reporter) {
        run(LockingParticipant::new, Verdict::checkSerializable, reporter);
    }

    @Test
    void speculatingLocksAreSerializableInTimestampOrder(TestReporter reporter) {
        run(
                (coordinators, handler) -> new LockingParticipant<>(coordinators, true, handler),
                Verdict::checkSerializable,
                reporter);
    }

    @Test
    void speculatingTimestampOrderingIsSerializableInTimestampOrder(TestReporter reporter) {
        run(
                (coordinators, handler) ->
                        new TimestampOrderingParticipant<>(coordinators, true, handler),
                Verdict::checkSerializable,
                reporter);
    }

    @Test
    void timestampOrderingIsSerializableInTimestampOrder(TestReporter reporter) {
        run(TimestampOrderingParticipant::new, Verdict::checkSerializable, reporter);
    }

    @Test
    void readCommittedReadsInstalledVersionsOnly(TestReporter reporter) {
        run(ReadCommittedParticipant::new, Verdict::checkReadCommitted, reporter);
    }

    private static void run(Mechanism mechanism, Consumer<Verdict> level, TestReporter reporter) {
        Seeds seeds = new Seeds("SimulationTest", mechanism, level, SimulationParameters::random);
        seeds.run(SEEDS);
        reporter.publishEntry(seeds.toString());
    }
}
