/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Progress;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Workload;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs configurations of one workload side by side: in each round, each of them once. Every second
 * round goes backwards, so that a machine that gets slower or faster favours nobody for long.
 */
final class WorkloadRun {
    private final Workload workload;
    private final List<Configuration> configurations;
    private final RunOptions options;

    WorkloadRun(Workload workload, List<Configuration> configurations, RunOptions options) {
        this.workload = workload;
        this.configurations = configurations;
        this.options = options;
    }

    Workload workload() {
        return workload;
    }

    /** How many steps of progress it takes. */
    int steps() {
        return options.rounds() * configurations.size();
    }

    Comparison run(Progress progress, PrintWriter err) throws Exception {
        Comparison comparison = new Comparison(configurations);
        RoundRunner runner =
                options.isForked() ? new ForkedRounds(workload.id()) : RoundRunner.inProcess();
        for (Configuration one : configurations) {
            String reason = one.subject().unavailable();
            if (reason != null) {
                comparison.skip(one, reason);
            }
        }
        for (int round = 1; round <= options.rounds(); round++) {
            for (Configuration one : order(round)) {
                if (comparison.isRunnable(one)) {
                    progress.begin(round, workload.id() + " " + one.name());
                    run(runner, comparison, one, round, err);
                    progress.end();
                } else {
                    progress.skip();
                }
            }
        }
        return comparison;
    }

    private List<Configuration> order(int round) {
        List<Configuration> order = new ArrayList<>(configurations);
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }

    private void run(
            RoundRunner runner,
            Comparison comparison,
            Configuration configuration,
            int round,
            PrintWriter err)
            throws Exception {
        try {
            comparison.add(
                    configuration,
                    runner.run(
                            configuration,
                            options.settings(round, workload.id(), configuration.name())));
        } catch (BenchmarkException e) {
            e.printStackTrace(err);
            comparison.fail(configuration, String.valueOf(e.getMessage()));
        }
    }
}
