/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.Spread;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Latency;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.Throughput;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The rounds of all configurations, and what they come to.
 *
 * <p>A ratio is taken within a round, before the median is.
 */
final class Comparison {
    private final Map<String, Configuration> configurations = new LinkedHashMap<>();
    private final Map<String, List<Round>> rounds = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();

    Comparison(List<Configuration> configurations) {
        for (Configuration configuration : configurations) {
            this.configurations.put(configuration.name(), configuration);
            rounds.put(configuration.name(), new ArrayList<>());
        }
    }

    List<Configuration> configurations() {
        return List.copyOf(configurations.values());
    }

    void add(Configuration configuration, Round round) {
        rounds(configuration).add(round);
    }

    /** Gives up on a configuration; what it has measured does not count. */
    void fail(Configuration configuration, String reason) {
        rounds(configuration).clear();
        failures.put(configuration.name(), reason);
    }

    /** Leaves out a configuration, which is no failure. */
    void skip(Configuration configuration, String reason) {
        skipped.put(configuration.name(), reason);
    }

    /** Whether it has neither failed nor is left out. */
    boolean isRunnable(Configuration configuration) {
        return !failures.containsKey(configuration.name())
                && !skipped.containsKey(configuration.name());
    }

    /** Reasons by the names of configurations that are left out. */
    Map<String, String> skipped() {
        return skipped;
    }

    /** Reasons by the names of configurations that failed. */
    Map<String, String> failures() {
        return failures;
    }

    List<Round> rounds(Configuration configuration) {
        return Objects.requireNonNull(rounds.get(configuration.name()));
    }

    /** A figure of the throughput; null without rounds. */
    @Nullable Spread throughput(Configuration of, ToDoubleFunction<Throughput> figure) {
        List<Double> values = new ArrayList<>();
        for (Round round : rounds(of)) {
            values.add(figure.applyAsDouble(round.throughput()));
        }
        return values.isEmpty() ? null : Spread.of(values);
    }

    /** A figure of a latency; null if it was not measured. */
    @Nullable Spread latency(
            Configuration of,
            Function<Round, @Nullable Latency> which,
            ToDoubleFunction<Latency> figure) {
        List<Double> values = new ArrayList<>();
        for (Round round : rounds(of)) {
            Latency latency = which.apply(round);
            if (latency != null) {
                values.add(figure.applyAsDouble(latency));
            }
        }
        return values.isEmpty() ? null : Spread.of(values);
    }

    /**
     * Whether the same threads did it all, so that their use is known, and rates compare. Where a
     * job is recovered, or starts again with another parallelism, they did not.
     */
    boolean isOneSpan(Configuration of) {
        return rounds(of).stream()
                .allMatch(round -> round.recovery() == null && round.elasticity() == null);
    }

    /** A figure as a multiple of the baseline's; null without it, or if they do not compare. */
    @Nullable Spread ratio(Configuration of, ToDoubleFunction<Throughput> figure) {
        if (!isOneSpan(of)) {
            return null;
        }
        List<Round> own = rounds(of);
        List<Round> base = rounds.getOrDefault(of.baseline(), List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(own.size(), base.size()); i++) {
            ratios.add(
                    figure.applyAsDouble(own.get(i).throughput())
                            / figure.applyAsDouble(base.get(i).throughput()));
        }
        return ratios.isEmpty() ? null : Spread.of(ratios);
    }
}
