/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.MeasuredLog;
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
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/**
 * An application as it is measured: each event a transaction, or plain Flink. Transactions, and
 * what is serial without them, are audited when their throughput was timed, and after that comes a
 * bounded run, of which each result must be the oracle's.
 *
 * @param application what is done
 * @param guarantee mechanism and level; null for plain Flink
 * @param isLogged whether there is a write-ahead log
 */
record MeasuredApplication(Application application, @Nullable Guarantee guarantee, boolean isLogged)
        implements Subject {
    private static final Duration VERIFIED_TIMEOUT = Duration.ofMinutes(2);

    /** Without a log. */
    MeasuredApplication(Application application, @Nullable Guarantee guarantee) {
        this(application, guarantee, false);
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        if (!isLogged) {
            return run(configuration, settings, null);
        }
        try (LogDirectory logs = LogDirectory.create(settings.logParent())) {
            return run(configuration, settings, logs);
        }
    }

    private Round run(
            Configuration configuration, RoundSettings settings, @Nullable LogDirectory logs) {
        Ticks endless = Ticks.ofRound(settings.number(), 0);
        Pipeline pipeline = (environment, run) -> build(environment, endless, run);
        Measurement measurement = Measurement.ofJob(configuration, settings, pipeline, logs);
        if (!isChecked()) {
            return measurement.run();
        }
        AuditedApplication audited =
                new AuditedApplication(configuration.name(), application, endless);
        int subtasks = configuration.parallelismOr(settings.parallelism());
        return measurement
                .audited(new TimedAudit(audited, subtasks))
                .run()
                .verified(verify(configuration, settings, logs));
    }

    private boolean isChecked() {
        return guarantee != null || application.isPlainSerial();
    }

    private void build(StreamExecutionEnvironment environment, Ticks input, Pipeline.Run run) {
        PacedSource<Tick> source = new PacedSource<>(input, run.perSecond(), false);
        boolean audited = isChecked() && run.perSecond() == 0;
        if (audited) {
            source = source.inspected(run.meter(), new Questions(application.questions()));
        }
        DataStream<Tick> events = events(environment, source);
        if (guarantee == null) {
            application.plain(events, run.meter(), run.timed());
        } else {
            CountingSink.Counter<TransactionResult<Answer>> counter =
                    audited ? MeasuredApplication::audited : MeasuredApplication::timed;
            application
                    .transactions(graph(guarantee, run.log(), run.meter()).openTransaction(events))
                    .sinkTo(new CountingSink<>(run.meter(), counter));
        }
    }

    private Verified verify(
            Configuration configuration, RoundSettings settings, @Nullable LogDirectory logs) {
        Application checked = application.verified();
        Ticks bounded = Ticks.ofRound(settings.number(), checked.verifiedEvents());
        String name = configuration.name() + ", verified";
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        configuration.parallelismOr(settings.parallelism()),
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        DataStream<Tick> events = events(environment, new PacedSource<>(bounded, 0, true));
        if (guarantee == null) {
            checked.plainKept(events, name);
        } else {
            String log = logs == null ? null : logs.uri("verified");
            checked.transactions(
                            graph(guarantee, log, name)
                                    .openTransaction(events, tick -> Long.toString(tick.number())))
                    .sinkTo(
                            new CountingSink<>(
                                    name, (result, gauge) -> gauge.keep(Executed.of(result))));
        }
        try (Meter meter = Meter.open(name)) {
            try (RunningJob job = RunningJob.start(name, environment)) {
                job.awaitEnd(VERIFIED_TIMEOUT);
            }
            List<Executed> results = meter.kept().stream().map(Executed.class::cast).toList();
            IsolationLevel level = guarantee == null ? IsolationLevel.PL4 : guarantee.level();
            return new Replay(configuration.name(), level, bounded)
                    .verify(checked.oracle(), results);
        }
    }

    private static DataStream<Tick> events(
            StreamExecutionEnvironment environment, PacedSource<Tick> source) {
        return environment.fromSource(
                source, WatermarkStrategy.noWatermarks(), "events", Tick.TYPE);
    }

    private static TransactionalGraph graph(
            Guarantee guarantee, @Nullable String log, String meter) {
        TransactionalGraph graph =
                TransactionalGraph.named("application")
                        .concurrencyControl(guarantee.control())
                        .isolation(guarantee.level());
        return log == null ? graph : graph.writeAheadLog(new MeasuredLog(new FileLog(log), meter));
    }

    private static void count(TransactionResult<Answer> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
        gauge.consume(Executed.answer(result));
    }

    /** Without a rate an event carries its place in the input. */
    private static void audited(TransactionResult<Answer> result, Gauge gauge) {
        count(result, gauge);
        if (gauge.isInspected()) {
            gauge.keep(Executed.updates(result));
        } else if (result.isCommitted()) {
            gauge.mark(result.emitted().get(0).start());
        }
    }

    private static void timed(TransactionResult<Answer> result, Gauge gauge) {
        count(result, gauge);
        if (result.isCommitted()) {
            gauge.recordSince(result.emitted().get(0).start());
        } else {
            gauge.countUntimed();
        }
    }
}
