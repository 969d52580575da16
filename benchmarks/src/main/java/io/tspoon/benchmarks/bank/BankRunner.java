/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Usage;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs one configuration once: start, warm-up, the measured span, cancel. */
public final class BankRunner {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LATE_RESULTS = Duration.ofSeconds(5);
    private static final long SLICE_NS = 1_000_000_000L;

    /** Flink's own default. */
    private static final long BUFFER_TIMEOUT_MS = 100;

    private final int parallelism;
    private final int accounts;
    private final long warmUpNs;
    private final long measuredNs;

    /**
     * @param parallelism of all operators but the serial one
     * @param accounts number of accounts
     * @param warmUpSeconds before each measured span
     * @param seconds of the measured span
     */
    public BankRunner(int parallelism, int accounts, double warmUpSeconds, double seconds) {
        this.parallelism = parallelism;
        this.accounts = accounts;
        this.warmUpNs = Math.round(warmUpSeconds * 1e9);
        this.measuredNs = Math.round(seconds * 1e9);
    }

    /** Offers transfers as fast as they are taken. */
    public Throughput throughput(Configuration configuration, long seed) {
        Load load = Load.saturated(accountsOf(configuration), seed);
        String name = configuration.name() + "-throughput-" + seed;
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        parallelism, configuration.stateBackend(), BUFFER_TIMEOUT_MS);
        try (Meter meter = Meter.open(name)) {
            build(configuration, environment, new Bank.Run(name, load, false));
            try (RunningJob job = RunningJob.start(name, environment)) {
                awaitFirst(job, meter);
                job.runUntil(System.nanoTime() + warmUpNs);
                return measure(job, meter, configuration);
            }
        }
    }

    private Throughput measure(RunningJob job, Meter meter, Configuration configuration) {
        Usage usageBefore = Usage.now();
        Counts before = meter.counts();
        List<Long> slices = new ArrayList<>();
        long end = usageBefore.wallNs() + measuredNs;
        long sliceEnd = usageBefore.wallNs();
        long sliceBefore = before.results();
        while (sliceEnd < end) {
            sliceEnd = Math.min(sliceEnd + SLICE_NS, end);
            job.runUntil(sliceEnd);
            long results = meter.counts().results();
            slices.add((results - sliceBefore) / configuration.resultsPerTransfer());
            sliceBefore = results;
        }
        Counts counted = meter.counts().since(before);
        Usage used = Usage.now().since(usageBefore);
        return Throughput.of(counted, used, slices, configuration.resultsPerTransfer());
    }

    /** Offers transfers at a rate, and records how long each takes from when it was due. */
    public Latency latency(
            Configuration configuration, double perSecond, long bufferTimeoutMs, long seed) {
        Load load = Load.saturated(accountsOf(configuration), seed).paced(perSecond);
        String name = configuration.name() + "-latency-" + Math.round(perSecond) + "-" + seed;
        StreamExecutionEnvironment environment =
                RunningJob.environment(parallelism, configuration.stateBackend(), bufferTimeoutMs);
        try (Meter meter = Meter.open(name)) {
            build(configuration, environment, new Bank.Run(name, load, true));
            try (RunningJob job = RunningJob.start(name, environment)) {
                awaitFirst(job, meter);
                long from = System.nanoTime() + warmUpNs;
                long to = from + measuredNs;
                meter.recordLatencies(from, to);
                job.runUntil(to);
                long due = Math.round(perSecond * (to - from) / 1e9) - parallelism;
                job.await(() -> meter.recorded() >= due, LATE_RESULTS);
            }
            return Latency.of(perSecond, meter.latencies());
        }
    }

    private int accountsOf(Configuration configuration) {
        return configuration.accounts() > 0 ? configuration.accounts() : accounts;
    }

    private static void build(
            Configuration configuration, StreamExecutionEnvironment environment, Bank.Run run) {
        DataStream<Transfer> transfers =
                environment.fromSource(
                        new TransferSource(run.load()),
                        WatermarkStrategy.noWatermarks(),
                        "transfers",
                        Transfer.TYPE);
        configuration.bank().build(transfers, run);
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
}
