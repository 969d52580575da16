/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.harness.FlightRecorder;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Usage;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures one configuration in this JVM: job by job, each started and cancelled. */
public final class Measurement {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration LATE_RESULTS = Duration.ofSeconds(5);

    /** What is idle for others may be too much for a slow one. */
    private static final double MOST_IDLE_SHARE = 0.1;

    private static final long SLICE_NS = 1_000_000_000L;

    private final Configuration configuration;
    private final RoundSettings settings;
    private final Starter starter;
    private final @Nullable LogDirectory logs;
    private final @Nullable Audit audit;
    private final int parallelism;

    /**
     * Of what is not audited.
     *
     * @param configuration what is measured
     * @param settings how
     * @param starter starts what is measured
     * @param logs where write-ahead logs go; null for none
     */
    public Measurement(
            Configuration configuration,
            RoundSettings settings,
            Starter starter,
            @Nullable LogDirectory logs) {
        this(configuration, settings, starter, logs, null);
    }

    private Measurement(
            Configuration configuration,
            RoundSettings settings,
            Starter starter,
            @Nullable LogDirectory logs,
            @Nullable Audit audit) {
        this.configuration = configuration;
        this.settings = settings;
        this.starter = starter;
        this.logs = logs;
        this.audit = audit;
        this.parallelism = configuration.parallelismOr(settings.parallelism());
    }

    /** Starts what is measured. */
    @FunctionalInterface
    public interface Starter {
        /** Starts one run; the second argument is how long Flink may gather elements. */
        Running start(Pipeline.Run run, long bufferTimeoutMs);
    }

    /** Measures a Flink job. */
    public static Measurement ofJob(
            Configuration configuration,
            RoundSettings settings,
            Pipeline pipeline,
            @Nullable LogDirectory logs) {
        int parallelism = configuration.parallelismOr(settings.parallelism());
        return new Measurement(
                configuration,
                settings,
                (run, bufferTimeoutMs) -> {
                    StreamExecutionEnvironment environment =
                            RunningJob.environment(
                                    parallelism, configuration.stateBackend(), bufferTimeoutMs);
                    pipeline.build(environment, run);
                    return RunningJob.start(run.meter(), environment);
                },
                logs);
    }

    /** The same, which audits each job whose throughput it has measured. */
    public Measurement audited(Audit by) {
        return new Measurement(configuration, settings, starter, logs, by);
    }

    /** Throughput, and what else the settings ask for. */
    public Round run() {
        Measured measured = throughput();
        Throughput throughput = measured.throughput();
        if (!settings.latency() && !settings.sustainable()) {
            return round(measured, null, null, null);
        }
        if (throughput.perSecond() <= 0) {
            throw new BenchmarkException(
                    "Cannot measure latency: nothing was completed, configuration="
                            + configuration.name());
        }
        double idleRate =
                Math.min(
                        configuration.idlePerSecond(parallelism),
                        throughput.perSecond() * MOST_IDLE_SHARE);
        Latency idle = null;
        Latency loaded = null;
        if (settings.latency()) {
            idle = latency("idle", idleRate, RoundSettings.IDLE_BUFFER_TIMEOUT_MS);
            double rate = configuration.subject().loadedPerSecond(throughput.perSecond());
            loaded = latency("loaded", rate, RoundSettings.LOADED_BUFFER_TIMEOUT_MS);
        }
        Sustainable sustainable = null;
        if (settings.sustainable()) {
            // Flink must gather elements for as long as it does in the steps.
            Latency unloaded =
                    latency("unloaded", idleRate, RoundSettings.LOADED_BUFFER_TIMEOUT_MS);
            sustainable = Sustainable.find(throughput.perSecond(), unloaded, this::step);
        }
        return round(measured, idle, loaded, sustainable);
    }

    private static Round round(
            Measured measured,
            @Nullable Latency idle,
            @Nullable Latency loaded,
            @Nullable Sustainable sustainable) {
        return new Round(
                null,
                measured.throughput(),
                idle,
                loaded,
                measured.log(),
                measured.beside().reads(),
                null,
                sustainable,
                null);
    }

    /** Throughput, and what the log and readers did meanwhile. */
    private record Measured(Throughput throughput, @Nullable LogUse log, ReadsBeside beside) {}

    private Measured throughput() {
        double syncMs = logs == null ? 0 : logs.syncMs();
        String name = configuration.name() + ", throughput";
        Pipeline.Run run = new Pipeline.Run(name, 0, false, log("throughput"));
        try (Meter meter = Meter.open(name)) {
            Measured measured = throughput(run, meter, syncMs);
            if (audit != null) {
                audit.check(meter);
            }
            return measured;
        }
    }

    private Measured throughput(Pipeline.Run run, Meter meter, double syncMs) {
        try (FlightRecorder recorder = FlightRecorder.open(settings.recording());
                Running job = starter.start(run, RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS)) {
            awaitFirst(job, meter);
            Meter reads = job.beside();
            if (reads != null) {
                awaitFirst(job, reads);
            }
            job.runUntil(System.nanoTime() + nanos(settings.warmUpSeconds()));
            recorder.begin();
            long flushes = meter.log().flushes();
            long bytes = meter.log().bytes();
            ReadsBeside beside = new ReadsBeside(reads);
            long start = System.nanoTime();
            beside.begin(start, start + nanos(settings.seconds()));
            Throughput measured = measure(job, meter);
            double seconds = (System.nanoTime() - start) / 1e9;
            beside.end(seconds);
            double flushesPerSecond = (meter.log().flushes() - flushes) / seconds;
            double bytesPerSecond = (meter.log().bytes() - bytes) / seconds;
            recorder.end();
            if (audit != null) {
                audit.ask(job, meter);
            }
            if (logs == null) {
                return new Measured(measured, null, beside);
            }
            double perFlush = measured.perSecond() / Math.max(1, flushesPerSecond);
            return new Measured(
                    measured,
                    new LogUse(
                            flushesPerSecond, bytesPerSecond, perFlush, syncMs, logs.fileSystem()),
                    beside);
        }
    }

    private Throughput measure(Running job, Meter meter) {
        int resultsPerElement = configuration.subject().resultsPerElement();
        Usage usageBefore = Usage.now();
        Counts before = meter.counts();
        List<Long> slices = new ArrayList<>();
        long sliceEnd = usageBefore.wallNs();
        long end = sliceEnd + nanos(settings.seconds());
        long sliceBefore = before.results();
        while (sliceEnd < end) {
            sliceEnd = Math.min(sliceEnd + SLICE_NS, end);
            job.runUntil(sliceEnd);
            long results = meter.counts().results();
            slices.add((results - sliceBefore) / resultsPerElement);
            sliceBefore = results;
        }
        Counts counted = meter.counts().since(before);
        Usage used = Usage.now().since(usageBefore);
        return Throughput.of(counted, used, slices, resultsPerElement);
    }

    private Latency step(int number, double perSecond) {
        return latency("step " + number, perSecond, RoundSettings.LOADED_BUFFER_TIMEOUT_MS);
    }

    private Latency latency(String which, double perSecond, long bufferTimeoutMs) {
        String name = configuration.name() + ", " + which + ", " + Math.round(perSecond) + "/s";
        Pipeline.Run run = new Pipeline.Run(name, perSecond, true, log(which.replace(' ', '-')));
        try (Meter meter = Meter.open(name)) {
            long untimed;
            try (Running job = starter.start(run, bufferTimeoutMs)) {
                awaitFirst(job, meter);
                job.runUntil(System.nanoTime() + nanos(settings.latencyWarmUpSeconds()));
                System.gc(); // else the collector goes on moving what the start has left
                long from = System.nanoTime() + nanos(settings.settleSeconds());
                long to = from + nanos(settings.seconds());
                meter.recordLatencies(from, to);
                job.runUntil(from);
                long untimedBefore = meter.untimed();
                job.runUntil(to);
                untimed = meter.untimed() - untimedBefore;
                long due = expected(perSecond) - parallelism;
                job.await(() -> meter.recorded() >= due, LATE_RESULTS);
            }
            return Latency.of(
                    perSecond, expected(perSecond), untimed + parallelism, meter.latencies());
        }
    }

    /** How many results are due in the measured span. */
    private long expected(double perSecond) {
        return Math.round(
                perSecond * settings.seconds() * configuration.subject().resultsPerElement());
    }

    /** Where the log of a job goes: each of them begins one. */
    private @Nullable String log(String job) {
        return logs == null ? null : logs.uri(job);
    }

    private static void awaitFirst(Running job, Meter meter) {
        if (!job.await(() -> meter.counts().results() > 0, START_TIMEOUT)) {
            throw new BenchmarkException(
                    "Cannot measure job: no result, job="
                            + meter.name()
                            + ", waited="
                            + START_TIMEOUT);
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
