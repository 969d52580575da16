/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.MeasuredLog;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;

/**
 * Chains whose steps follow each other within the job. Counts steps behind the first one.
 *
 * @param steps the program
 * @param way how they follow each other
 * @param logging whether there is a write-ahead log
 */
record Triggered(Steps steps, Way way, Logging logging) implements Subject {
    private static final Duration VERIFIED_TIMEOUT = Duration.ofMinutes(2);

    @Override
    public Guarantee guarantee() {
        return steps.guarantee();
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        if (!logging.isLogged()) {
            return run(configuration, settings, null);
        }
        try (LogDirectory logs = LogDirectory.create(settings.logParent())) {
            return run(configuration, settings, logs);
        }
    }

    private Round run(
            Configuration configuration, RoundSettings settings, @Nullable LogDirectory logs) {
        int subtasks = configuration.parallelismOr(settings.parallelism());
        return Measurement.ofJob(configuration, settings, this::build, logs)
                .audited(new TimedAudit(new Counted(configuration.name()), subtasks))
                .run()
                .verified(verify(configuration, subtasks, logs));
    }

    private void build(StreamExecutionEnvironment environment, Pipeline.Run run) {
        boolean isTimed = run.perSecond() > 0;
        DataStream<Step> first =
                new Chains(0)
                        .source(
                                environment,
                                run.perSecond() / steps.triggers(),
                                isTimed ? "" : run.meter());
        results(environment, first, run.log(), run.meter())
                .sinkTo(
                        new CountingSink<>(
                                run.meter(),
                                way == Way.BETWEEN
                                        ? steps.counter(isTimed)
                                        : steps.counterOfChains(isTimed)));
    }

    /** The results of a job that is yet to be started. */
    DataStream<TransactionResult<Step>> results(
            StreamExecutionEnvironment environment,
            DataStream<Step> first,
            @Nullable String log,
            String meter) {
        TransactionalGraph graph = steps.graph();
        if (log != null) {
            graph.writeAheadLog(new MeasuredLog(new FileLog(log), meter));
        }
        return way == Way.BETWEEN
                ? steps.between(graph, environment, first)
                : steps.inside(graph, first);
    }

    private Verified verify(
            Configuration configuration, int parallelism, @Nullable LogDirectory logs) {
        String name = configuration.name() + ", verified";
        long chains = RoundSettings.VERIFIED_TRANSFERS / (steps.triggers() + 1);
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        parallelism,
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        results(
                        environment,
                        new Chains(chains).source(environment, 0, ""),
                        logs == null ? null : logs.uri("verified"),
                        name)
                .sinkTo(
                        new CountingSink<>(
                                name, (result, gauge) -> gauge.keep(Executed.of(result))));
        try (Meter meter = Meter.open(name)) {
            try (RunningJob job = RunningJob.start(name, environment)) {
                job.awaitEnd(VERIFIED_TIMEOUT);
            }
            return new Replay(configuration.name(), steps.triggers(), way, chains)
                    .verify(meter.kept().stream().map(Executed.class::cast).toList());
        }
    }

    /** The job that was timed: each chain has all of its steps, and no more. */
    private final class Counted implements Auditable {
        private final String name;

        Counted(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int resultsPerElement() {
            return steps.triggers();
        }

        @Override
        public long questions() {
            return 0;
        }

        @Override
        public void check(Map<Integer, Long> offered, long aborted, Meter meter) {
            if (aborted > 0) {
                throw TimedAudit.failure(name, "steps have aborted, aborted=" + aborted);
            }
        }
    }
}
