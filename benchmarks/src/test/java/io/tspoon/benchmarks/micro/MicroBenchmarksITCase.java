/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.micro;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.util.Collection;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs each benchmark for some milliseconds; says nothing about speed. */
class MicroBenchmarksITCase {
    /** JMH refuses to run twice at a time on a machine, for the sake of figures not wanted here. */
    @BeforeAll
    static void allowOtherBenchmarksMeanwhile() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                LockTableBenchmark.class,
                ChainBenchmark.class,
                VersionStoreBenchmark.class,
                BlockSerializerBenchmark.class
            })
    void runs(Class<?> benchmark) throws RunnerException {
        Collection<RunResult> results =
                new Runner(
                                new OptionsBuilder()
                                        .include(benchmark.getName() + "\\.")
                                        .forks(0)
                                        .warmupIterations(1)
                                        .warmupTime(TimeValue.milliseconds(5))
                                        .measurementIterations(1)
                                        .measurementTime(TimeValue.milliseconds(20))
                                        .shouldFailOnError(true)
                                        .verbosity(VerboseMode.SILENT)
                                        .build())
                        .run();

        assertThat(results).isNotEmpty();
        assertThat(results)
                .allSatisfy(one -> assertThat(one.getPrimaryResult().getScore()).isPositive());
    }
}
