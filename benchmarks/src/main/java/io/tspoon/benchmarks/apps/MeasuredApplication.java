/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.PacedSource;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/**
 * An application as it is measured: each event a transaction, or plain Flink. After transactions
 * comes a bounded run, of which each result must be the oracle's.
 *
 * @param application what is done
 * @param guarantee mechanism and level; null for plain Flink
 */
record MeasuredApplication(Application application, @Nullable Guarantee guarantee)
        implements Subject {
    private static final Duration VERIFIED_TIMEOUT = Duration.ofMinutes(2);

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        Ticks endless = Ticks.ofRound(settings.number(), 0);
        Pipeline pipeline = (environment, run) -> build(environment, endless, run);
        Round measured = Measurement.ofJob(configuration, settings, pipeline, null).run(null);
        return guarantee == null
                ? measured
                : measured.verified(verify(configuration, settings, guarantee));
    }

    private void build(StreamExecutionEnvironment environment, Ticks input, Pipeline.Run run) {
        DataStream<Tick> events = source(environment, input, run.perSecond());
        if (guarantee == null) {
            application.plain(events, run.meter(), run.timed());
        } else {
            CountingSink.Counter<TransactionResult<Answer>> counter =
                    run.timed() ? MeasuredApplication::timed : MeasuredApplication::count;
            application
                    .transactions(graph(guarantee).openTransaction(events))
                    .sinkTo(new CountingSink<>(run.meter(), counter));
        }
    }

    private Verified verify(
            Configuration configuration, RoundSettings settings, Guarantee promised) {
        Application checked = application.verified();
        Ticks bounded = Ticks.ofRound(settings.number(), checked.verifiedEvents());
        String name = configuration.name() + ", verified";
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        configuration.parallelismOr(settings.parallelism()),
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        DataStream<Tick> events = source(environment, bounded, 0);
        checked.transactions(
                        graph(promised)
                                .openTransaction(events, tick -> Long.toString(tick.number())))
                .sinkTo(
                        new CountingSink<>(
                                name, (result, gauge) -> gauge.keep(Executed.of(result))));
        try (Meter meter = Meter.open(name)) {
            try (RunningJob job = RunningJob.start(name, environment)) {
                job.awaitEnd(VERIFIED_TIMEOUT);
            }
            List<Executed> results = meter.kept().stream().map(Executed.class::cast).toList();
            return new Replay(configuration.name(), promised.level(), bounded)
                    .verify(checked.oracle(), results);
        }
    }

    private static DataStream<Tick> source(
            StreamExecutionEnvironment environment, Ticks input, double perSecond) {
        return environment.fromSource(
                new PacedSource<>(input, perSecond, input.limit() > 0),
                WatermarkStrategy.noWatermarks(),
                "events",
                Tick.TYPE);
    }

    private static TransactionalGraph graph(Guarantee guarantee) {
        return TransactionalGraph.named("application")
                .concurrencyControl(guarantee.control())
                .isolation(guarantee.level());
    }

    private static void count(TransactionResult<Answer> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
        gauge.consume(Executed.answer(result));
    }

    private static void timed(TransactionResult<Answer> result, Gauge gauge) {
        count(result, gauge);
        if (result.isCommitted()) {
            gauge.recordSince(result.emitted().get(0).start());
        }
    }
}
