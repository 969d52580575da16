/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.history.Anomaly;
import io.tspoon.protocol.access.ReadCommitted;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Breaks one rule of the protocol at a time: the simulation must fail soon, and as documented.
 *
 * <p>That a sound protocol passes is what {@link SimulationTest} shows.
 */
class FaultDetectionTest {
    private static final int SEEDS = 300;

    @Test
    void everyFaultIsDocumented() throws IOException {
        List<String> faults =
                Arrays.stream(Fault.values())
                        .filter(fault -> fault != Fault.NONE)
                        .map(Fault::name)
                        .toList();

        List<FaultTable.Row> rows = FaultTable.read();

        assertThat(rows).extracting(FaultTable.Row::fault).containsExactlyElementsOf(faults);
        assertThat(rows)
                .extracting(FaultTable.Row::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, faults.size()).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isNoticedByWhoIsDocumented(Fault fault) throws IOException {
        Optional<Judge> judge =
                IntStream.range(0, SEEDS)
                        .mapToObj(seed -> judgeOf(seed, fault))
                        .flatMap(Optional::stream)
                        .findFirst();

        assertThat(judge).as("who notices within seeds=%d", SEEDS).isPresent();
        assertThat(FaultTable.rowOf(fault).judges()).contains(judge.get().inWords());
    }

    /** Then those of two transactions may do so in opposite orders at two keys. */
    @Test
    void writesThatTakeEffectInTheOrderOfDecisionsAreDirty() {
        assertThat(dirtyWrites(Fault.INSTALLS_OUT_OF_ORDER)).isPositive();
        assertThat(dirtyWrites(Fault.NONE)).isZero();
    }

    /** The number of runs of the weakest mechanism in which the history checker finds G0. */
    private static long dirtyWrites(Fault fault) {
        return IntStream.range(0, SEEDS)
                .mapToObj(SplittableRandom::new)
                .map(
                        random ->
                                new Simulation(
                                        random.nextLong(),
                                        SimulationParameters.randomOnFewKeys(random),
                                        ReadCommitted::new,
                                        fault))
                .filter(FaultDetectionTest::hasDirtyWrite)
                .count();
    }

    private static boolean hasDirtyWrite(Simulation simulation) {
        simulation.run();
        return new Verdict(simulation)
                .anomalies().stream().anyMatch(anomaly -> anomaly.kind() == Anomaly.Kind.G0);
    }

    private static Optional<Judge> judgeOf(long seed, Fault fault) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulationParameters parameters = fault.parameters(random);
        Simulation simulation =
                new Simulation(random.nextLong(), parameters, fault.mechanism(), fault);
        return Optional.ofNullable(Judge.of(simulation, fault.isOfEntryOrder()));
    }
}
