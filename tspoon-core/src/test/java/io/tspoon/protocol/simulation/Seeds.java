/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Runs a simulation for each of many seeds, and tells how to repeat the first that fails.
 *
 * <p>System properties: {@code tspoon.simulation.seed} runs that one seed only; {@code
 * tspoon.simulation.seeds} sets the number of seeds.
 */
final class Seeds {
    private static final String ONE_SEED = "tspoon.simulation.seed";
    private static final String SEED_COUNT = "tspoon.simulation.seeds";

    private final String test;
    private final Mechanisms mechanism;
    private final Consumer<Verdict> level;
    private final Function<SplittableRandom, SimulationParameters> parameters;
    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicInteger mostAttempts = new AtomicInteger();

    /**
     * @param test name of the test class, for the line that repeats a run
     * @param level what is checked beside completion
     * @param parameters draws the parameters of a run
     */
    Seeds(
            String test,
            Mechanisms mechanism,
            Consumer<Verdict> level,
            Function<SplittableRandom, SimulationParameters> parameters) {
        this.test = test;
        this.mechanism = mechanism;
        this.level = level;
        this.parameters = parameters;
    }

    /** Throws an AssertionError that names the seed if one fails. */
    void run(int count) {
        Long only = Long.getLong(ONE_SEED);
        LongStream seeds =
                only != null
                        ? LongStream.of(only)
                        : LongStream.range(0, Integer.getInteger(SEED_COUNT, count)).parallel();
        seeds.mapToObj(this::failureOf)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(
                        failure -> {
                            throw failure;
                        });
    }

    private Optional<AssertionError> failureOf(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Simulation simulation =
                new Simulation(random.nextLong(), parameters.apply(random), mechanism, Fault.NONE);
        try {
            simulation.run();
            Verdict verdict = new Verdict(simulation);
            verdict.checkCompletion();
            verdict.checkSnapshots();
            level.accept(verdict);
        } catch (RuntimeException | AssertionError e) {
            return Optional.of(new AssertionError(describe(seed, e, simulation), e));
        }
        Journal journal = simulation.journal();
        transactions.addAndGet(journal.results().size());
        attempts.addAndGet(journal.attempts());
        mostAttempts.accumulateAndGet(journal.mostAttempts(), Math::max);
        return Optional.empty();
    }

    private String describe(long seed, Throwable failure, Simulation simulation) {
        return "Seed "
                + seed
                + " fails; to run it again:\n./mvnw -Pquick -pl tspoon-core test -Dtest="
                + test
                + " -D"
                + ONE_SEED
                + "="
                + seed
                + "\n"
                + failure
                + "\n"
                + simulation;
    }

    /** The highest number of attempts that one transaction needed. */
    int mostAttempts() {
        return mostAttempts.get();
    }

    @Override
    public String toString() {
        return "transactions="
                + transactions
                + ", attempts="
                + attempts
                + ", mostAttempts="
                + mostAttempts;
    }
}
