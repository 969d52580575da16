/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole runs of deterministic chains equal a serial run in the order of ids, under any legal order
 * of messages.
 *
 * <p>System properties: {@code tspoon.chains.seed} runs that one seed only; {@code
 * tspoon.chains.seeds} and {@code tspoon.chains.long} set the numbers of seeds.
 */
class ChainSimulationTest {
    private static final String ONE_SEED = "tspoon.chains.seed";

    @Test
    void runsEqualASerialRunInTheOrderOfIds(TestReporter reporter) {
        Counts counts =
                run(Integer.getInteger("tspoon.chains.seeds", 400), SimulationShape::random);

        reporter.publishEntry(counts.toString());
        assertThat(counts.aborted.sum()).isPositive();
    }

    /** Some wrong rules show only in long runs on hot keys. */
    @Test
    void longRunsOnHotKeysEqualASerialRun(TestReporter reporter) {
        Counts counts =
                run(Integer.getInteger("tspoon.chains.long", 4), SimulationShape::longAndHot);

        reporter.publishEntry(counts.toString());
        assertThat(counts.aborted.sum()).isPositive();
    }

    private static final class Counts {
        private final LongAdder transactions = new LongAdder();
        private final LongAdder aborted = new LongAdder();
        private final LongAdder accesses = new LongAdder();
        private final LongAdder runs = new LongAdder();
        private final LongAdder failedJobs = new LongAdder();

        private void add(ChainSimulation simulation) {
            ChainJournal journal = simulation.journal();
            transactions.add(journal.transactions().size());
            aborted.add(journal.aborted());
            accesses.add(
                    journal.transactions().stream().mapToInt(drawn -> drawn.accesses.size()).sum());
            runs.add(journal.runs());
            failedJobs.add(simulation.hasFailed() ? 1 : 0);
        }

        @Override
        public String toString() {
            return "transactions="
                    + transactions
                    + ", aborted="
                    + aborted
                    + ", accesses="
                    + accesses
                    + ", runs="
                    + runs
                    + ", failedJobs="
                    + failedJobs;
        }
    }

    private static Counts run(int seeds, Function<SplittableRandom, SimulationShape> shapes) {
        Long only = Long.getLong(ONE_SEED);
        Counts counts = new Counts();
        LongStream all = only == null ? LongStream.range(0, seeds).parallel() : LongStream.of(only);
        all.mapToObj(seed -> failureOf(seed, shapes, counts))
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(
                        failure -> {
                            throw failure;
                        });
        return counts;
    }

    private static @Nullable AssertionError failureOf(
            long seed, Function<SplittableRandom, SimulationShape> shapes, Counts counts) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulationShape shape = shapes.apply(random);
        ChainSimulation simulation = new ChainSimulation(random.nextLong(), shape, Plant.NONE);
        try {
            simulation.run();
            simulation.judge();
        } catch (RuntimeException | AssertionError e) {
            return new AssertionError(
                    "Seed "
                            + seed
                            + " fails; to run it again:\n"
                            + "./mvnw -Pquick -pl tspoon-core test -Dtest=ChainSimulationTest -D"
                            + ONE_SEED
                            + "="
                            + seed
                            + "\n"
                            + e
                            + "\n"
                            + simulation,
                    e);
        }
        counts.add(simulation);
        return null;
    }
}
