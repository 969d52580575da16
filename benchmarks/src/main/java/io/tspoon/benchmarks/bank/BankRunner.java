/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.harness.FlightRecorder;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Usage;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs one configuration for one round, in this JVM: job by job, each started and cancelled. */
public final class BankRunner {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration LATE_RESULTS = Duration.ofSeconds(5);
    private static final Duration VERIFIED_TIMEOUT = Duration.ofMinutes(2);
    private static final long SLICE_NS = 1_000_000_000L;

    private final Configuration configuration;
    private final RoundSettings settings;
    private final Load load;

    public BankRunner(Configuration configuration, RoundSettings settings) {
        this.configuration = configuration;
        this.settings = settings;
        int accounts = configuration.accountsOr(settings.accounts());
        this.load = Load.saturated(accounts, configuration.mix(), settings.number());
    }

    /**
     * Runs all jobs of the round.
     *
     * @throws BenchmarkException if a job fails, or a result is wrong
     */
    public Round run() {
        if (configuration.bank() instanceof RecoveringBank bank) {
            return new RecoveryRunner(configuration, bank, settings).run();
        }
        if (!configuration.logging().isLogged()) {
            return run(null);
        }
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            return run(directory);
        }
    }

    private Round run(@Nullable LogDirectory logs) {
        Verification.Verified verified =
                configuration.bank() instanceof TransactionalBank bank ? verify(bank, logs) : null;
        Measured measured = throughput(logs);
        Throughput throughput = measured.throughput();
        if (!settings.latency()) {
            return new Round(verified, throughput, null, null, measured.log(), null);
        }
        double idleRate = configuration.idlePerSecond(settings.parallelism());
        Latency idle = latency(idleRate, RoundSettings.IDLE_BUFFER_TIMEOUT_MS, logs);
        double loadedRate = throughput.perSecond() * RoundSettings.LOADED_SHARE;
        Latency loaded = latency(loadedRate, RoundSettings.LOADED_BUFFER_TIMEOUT_MS, logs);
        return new Round(verified, throughput, idle, loaded, measured.log(), null);
    }

    /** Throughput, and what the log did meanwhile. */
    private record Measured(Throughput throughput, @Nullable LogUse log) {}

    private Verification.Verified verify(TransactionalBank bank, @Nullable LogDirectory logs) {
        int parallelism = settings.parallelism();
        Load bounded =
                Load.bounded(
                        configuration.verifiedAccounts(parallelism),
                        configuration.verifiedTransfers(parallelism),
                        configuration.mix(),
                        settings.number());
        StreamExecutionEnvironment environment =
                environment(RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        String name = configuration.name() + ", verified";
        try (Meter meter = Meter.open(name)) {
            bank.buildKept(
                    source(environment, bounded),
                    new Bank.Run(name, bounded, false, log(logs, "verified")));
            try (RunningJob job = RunningJob.start(name, environment)) {
                job.awaitEnd(VERIFIED_TIMEOUT);
            }
            List<Executed> results = new ArrayList<>();
            meter.kept().forEach(kept -> results.add((Executed) kept));
            return new Verification(
                            configuration.name(),
                            bounded,
                            parallelism,
                            bank.guarantee().level(),
                            bank.topology())
                    .verify(results);
        }
    }

    private Measured throughput(@Nullable LogDirectory logs) {
        double syncMs = logs == null ? 0 : logs.syncMs();
        String name = configuration.name() + ", throughput";
        StreamExecutionEnvironment environment =
                environment(RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        try (FlightRecorder recorder = FlightRecorder.open(settings.recording());
                Meter meter = Meter.open(name);
                RunningJob job =
                        start(
                                environment,
                                new Bank.Run(name, load, false, log(logs, "throughput")))) {
            awaitFirst(job, meter);
            job.runUntil(System.nanoTime() + nanos(settings.warmUpSeconds()));
            recorder.begin();
            long flushes = meter.log().flushes();
            long bytes = meter.log().bytes();
            long start = System.nanoTime();
            Throughput measured = measure(job, meter);
            double seconds = (System.nanoTime() - start) / 1e9;
            double flushesPerSecond = (meter.log().flushes() - flushes) / seconds;
            double bytesPerSecond = (meter.log().bytes() - bytes) / seconds;
            recorder.end();
            if (logs == null) {
                return new Measured(measured, null);
            }
            double perFlush = measured.perSecond() / Math.max(1, flushesPerSecond);
            return new Measured(
                    measured,
                    new LogUse(
                            flushesPerSecond, bytesPerSecond, perFlush, syncMs, logs.fileSystem()));
        }
    }

    /** Where the log of a job goes: each of them begins one. */
    private static @Nullable String log(@Nullable LogDirectory logs, String job) {
        return logs == null ? null : logs.uri(job);
    }

    private Throughput measure(RunningJob job, Meter meter) {
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
            slices.add((results - sliceBefore) / configuration.bank().resultsPerTransfer());
            sliceBefore = results;
        }
        Counts counted = meter.counts().since(before);
        Usage used = Usage.now().since(usageBefore);
        return Throughput.of(counted, used, slices, configuration.bank().resultsPerTransfer());
    }

    private Latency latency(double perSecond, long bufferTimeoutMs, @Nullable LogDirectory logs) {
        String name = configuration.name() + ", latency at " + Math.round(perSecond) + "/s";
        StreamExecutionEnvironment environment = environment(bufferTimeoutMs);
        String log = log(logs, "latency-" + bufferTimeoutMs);
        Bank.Run run = new Bank.Run(name, load.paced(perSecond), true, log);
        try (Meter meter = Meter.open(name)) {
            try (RunningJob job = start(environment, run)) {
                awaitFirst(job, meter);
                long from = System.nanoTime() + nanos(RoundSettings.LATENCY_WARM_UP_SECONDS);
                long to = from + nanos(settings.seconds());
                meter.recordLatencies(from, to);
                job.runUntil(to);
                long due = expected(perSecond) - settings.parallelism();
                job.await(() -> meter.recorded() >= due, LATE_RESULTS);
            }
            return Latency.of(perSecond, expected(perSecond), meter.latencies());
        }
    }

    /** How many results are due in the measured span. */
    private long expected(double perSecond) {
        return Math.round(
                perSecond * settings.seconds() * configuration.bank().resultsPerTransfer());
    }

    private StreamExecutionEnvironment environment(long bufferTimeoutMs) {
        return RunningJob.environment(
                settings.parallelism(), configuration.stateBackend(), bufferTimeoutMs);
    }

    private RunningJob start(StreamExecutionEnvironment environment, Bank.Run run) {
        configuration.bank().build(source(environment, run.load()), run);
        return RunningJob.start(run.meter(), environment);
    }

    static DataStream<Transfer> source(StreamExecutionEnvironment environment, Load offered) {
        return environment.fromSource(
                new TransferSource(offered),
                WatermarkStrategy.noWatermarks(),
                "transfers",
                Transfer.TYPE);
    }

    private static void awaitFirst(RunningJob job, Meter meter) {
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
