/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.FaultyParticipant;
import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.ReadCommittedParticipant;
import io.tspoon.protocol.TimestampOrderingParticipant;
import io.tspoon.protocol.Weight;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Breaks one rule of the protocol at a time: the simulation must fail soon. */
class FaultDetectionTest {
    private static final int SEEDS = 300;

    @Test
    void soundProtocolPasses() {
        assertThat(fails(TimestampOrderingParticipant::new, Sabotage.NONE)).isFalse();
        assertThat(fails(LockingParticipant::new, Sabotage.NONE)).isFalse();
    }

    @Test
    void forgottenReadIsNoticed() {
        assertNoticed(FaultyParticipant.ForgetsReads::new, Sabotage.NONE);
    }

    @Test
    void forgottenWriteIsNoticed() {
        assertNoticed(FaultyParticipant.ForgetsWrites::new, Sabotage.NONE);
    }

    @Test
    void readAheadOfDecisionIsNoticed() {
        assertNoticed(FaultyParticipant.ReadsTooEarly::new, Sabotage.NONE);
    }

    @Test
    void grantOutOfOrderIsNoticed() {
        assertNoticed(FaultyParticipant.GrantsOutOfOrder::new, Sabotage.NONE);
    }

    @Test
    void missingLockIsNoticed() {
        assertNoticed(FaultyParticipant.NeverWaits::new, Sabotage.NONE);
    }

    @Test
    void readCommittedIsNotSerializable() {
        assertNoticed(ReadCommittedParticipant::new, Sabotage.NONE);
    }

    @Test
    void installOfAbortedVersionIsNoticed() {
        assertNoticed(
                LockingParticipant::new,
                new Sabotage() {
                    @Override
                    public Decision applied(Decision decision) {
                        return decision == Decision.ABORT ? Decision.COMMIT : decision;
                    }
                });
    }

    @Test
    void installOfRetriedVersionIsNoticed() {
        assertNoticed(
                TimestampOrderingParticipant::new,
                new Sabotage() {
                    @Override
                    public Decision applied(Decision decision) {
                        return decision == Decision.RETRY ? Decision.COMMIT : decision;
                    }
                });
    }

    @Test
    void lostInstallIsNoticed() {
        assertNoticed(
                TimestampOrderingParticipant::new,
                new Sabotage() {
                    @Override
                    public Decision applied(Decision decision) {
                        return Decision.ABORT;
                    }
                });
    }

    @Test
    void installBeforeDecisionIsNoticed() {
        assertNoticed(
                LockingParticipant::new,
                new Sabotage() {
                    @Override
                    public boolean installsAtOnce() {
                        return true;
                    }
                });
    }

    @Test
    void decisionBeforeWholeWeightIsNoticed() {
        assertNoticed(
                LockingParticipant::new,
                new Sabotage() {
                    @Override
                    public long counted(long weight) {
                        return Weight.WHOLE;
                    }
                });
    }

    @Test
    void untrackedDependencyIsNoticed() {
        assertNoticed(
                (coordinators, handler) -> new LockingParticipant<>(coordinators, true, handler),
                new Sabotage() {
                    @Override
                    public boolean tracksDependencies() {
                        return false;
                    }
                });
    }

    @Test
    void stableTimestampAheadOfDecisionsIsNoticed() {
        assertNoticed(
                TimestampOrderingParticipant::new,
                new Sabotage() {
                    @Override
                    public long stable(long timestamp) {
                        return Long.MAX_VALUE;
                    }
                });
    }

    private static void assertNoticed(Mechanism mechanism, Sabotage sabotage) {
        assertThat(fails(mechanism, sabotage)).isTrue();
    }

    private static boolean fails(Mechanism mechanism, Sabotage sabotage) {
        return LongStream.range(0, SEEDS).anyMatch(seed -> fails(seed, mechanism, sabotage));
    }

    private static boolean fails(long seed, Mechanism mechanism, Sabotage sabotage) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulationParameters parameters = SimulationParameters.random(random);
        Simulation simulation = new Simulation(random.nextLong(), parameters, mechanism, sabotage);
        try {
            simulation.run();
            Verdict verdict = new Verdict(simulation);
            verdict.checkCompletion();
            verdict.checkSerializable();
            return false;
        } catch (RuntimeException | AssertionError e) {
            return true;
        }
    }
}
