/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.TrialSettings.Archive;
import io.tspoon.cluster.flink.FlinkRest;
import io.tspoon.cluster.flink.JobClient;
import io.tspoon.cluster.flink.JobSubmission;
import io.tspoon.cluster.host.Await;
import io.tspoon.cluster.job.SettleJob;
import io.tspoon.cluster.job.SettleSettings;
import io.tspoon.examples.trial.CallHistory;
import io.tspoon.examples.trial.Observer;
import io.tspoon.examples.trial.Oracle;
import io.tspoon.examples.trial.Readings;
import io.tspoon.examples.trial.Settled;
import io.tspoon.examples.trial.SinkFiles;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A job on a cluster, with its input, its observer and its sink. A trial may consist of several
 * runs of the job, each from the savepoint of the run before. The input is endless; transfers are
 * due at a steady rate, and those that an outage delayed come at once after it.
 *
 * <p>All runs together are judged as one job at PL3; runs at PL4 must also keep the entry order.
 */
final class Trial implements AutoCloseable {
    private static final Duration TIMELY = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final long SEED = 11;
    private static final int ACCOUNTS = 100;

    /** What the input consists of, and what can be called. */
    static final Transfers TRANSFERS = new Transfers(SEED, ACCOUNTS);

    /** Transfers per second. */
    static final int RATE = 50;

    /**
     * Options of the t-graph for the configuration of the cluster. On a busy machine it takes long
     * to work off the backlog of an outage, which is not a failure.
     */
    static final Map<String, String> PATIENT =
            Map.of(
                    "tspoon.settle.deadline",
                    "4 min",
                    "tspoon.settle.max-in-flight",
                    "256",
                    "tspoon.bookings.deadline",
                    "4 min",
                    "tspoon.bookings.max-in-flight",
                    "256");

    private static final long MS_PER_SECOND = 1_000;
    private static final long BEFORE_ALL = -1;

    private final FlinkRest rest;
    private final Path jar;
    private final Path directory;
    private final URI log;
    private final Observer observer;
    private final Durability durability;

    /** The isolation level of each run, by the highest timestamp that was seen before the run. */
    private final NavigableMap<Long, IsolationLevel> isolation = new TreeMap<>();

    private JobClient client;
    private long startedAtMs;
    private TrialSettings settings;
    private String job = "";

    /**
     * @param directory directory for the files of the trial; created
     * @param log place of the write-ahead log
     * @param address address at which tasks find this process
     * @param settings settings of the first run, whose durability is judged
     */
    Trial(
            FlinkRest rest,
            Path jar,
            Path directory,
            URI log,
            InetAddress address,
            TrialSettings settings)
            throws IOException {
        this.rest = rest;
        client = rest;
        this.jar = jar;
        this.directory = Files.createDirectories(directory);
        this.log = log;
        this.settings = settings;
        durability = settings.durability();
        observer = new Observer(directory.resolve("observed.txt"), address);
    }

    Observer observer() {
        return observer;
    }

    TrialSettings settings() {
        return settings;
    }

    /** Id of the job that runs or ran last. */
    String job() {
        return job;
    }

    /** Submits and stops the job by another client than REST from now on. */
    void operateBy(JobClient other) {
        client = other;
    }

    /** Starts the job without state. */
    void begin() throws IOException, InterruptedException {
        startedAtMs = System.currentTimeMillis();
        isolation.put(BEFORE_ALL, settings.isolation());
        begin(null, false);
    }

    /** Resumes from a savepoint, with the given settings. */
    void resume(String savepoint, TrialSettings others) throws IOException, InterruptedException {
        resume(savepoint, others, false);
    }

    void resume(String savepoint, TrialSettings others, boolean allowNonRestoredState)
            throws IOException, InterruptedException {
        settings = others;
        isolation.put(highestSeen(), settings.isolation());
        begin(savepoint, allowNonRestoredState);
    }

    /** The highest timestamp in the results of the previous runs, which have ended. */
    private long highestSeen() throws IOException, InterruptedException {
        observer.awaitAll(Await.PATIENCE);
        return observer.observations().stream()
                .mapToLong(seen -> seen.settled().timestamp())
                .max()
                .orElse(BEFORE_ALL);
    }

    private void begin(@Nullable String savepoint, boolean allowNonRestoredState)
            throws IOException, InterruptedException {
        job =
                client.submit(
                        new JobSubmission(
                                jar,
                                SettleJob.class.getName(),
                                jobSettings().arguments(),
                                settings.parallelism(),
                                settings.options(),
                                savepoint,
                                allowNonRestoredState));
    }

    private SettleSettings jobSettings() {
        return new SettleSettings(
                settings.version(),
                observer.address(),
                startedAtMs,
                SEED,
                Integer.MAX_VALUE,
                RATE,
                ACCOUNTS,
                results(),
                log,
                settings.durability(),
                settings.isolation(),
                settings.control(),
                settings.archive().bytes(),
                settings.archive().documents());
    }

    /** Waits until all tasks run, results are timely, and there are new checkpoints. */
    void awaitSteady() throws IOException, InterruptedException {
        Await.until("job to run, job=" + job, () -> rest.isRunning(job));
        awaitTimely();
        int before = rest.checkpoints(job);
        Await.until("checkpoints, job=" + job, () -> rest.checkpoints(job) >= before + 2);
    }

    /** Waits until the job is steady and its archive, if it has one, is full. */
    void awaitFull() throws IOException, InterruptedException {
        Archive archive = settings.archive();
        Duration patience = Await.PATIENCE.plusSeconds(archive.documents() / RATE);
        if (archive.bytes() > 0 && !observer.awaitDistinct(archive.documents(), patience)) {
            throw new IllegalStateException("Cannot go on: the archive does not fill");
        }
        awaitSteady();
    }

    /** Waits until results are less than a second behind the input. */
    void awaitTimely() throws InterruptedException {
        Await.until("results to come in time", this::isTimely);
    }

    /** Whether results are less than a second behind the input. */
    boolean isTimely() {
        return observer.distinct() >= due(TIMELY);
    }

    /** Number of transfers that were due that long ago. */
    private long due(Duration ago) {
        long passedMs = System.currentTimeMillis() - startedAtMs - ago.toMillis();
        return passedMs * RATE / MS_PER_SECOND;
    }

    /** A number of the input that is not due for some seconds. */
    long comesSoon() {
        return due(SOON.negated());
    }

    /** Where the sink of the job writes. */
    Path results() {
        return directory.resolve("results");
    }

    /** Stops the job with a savepoint, from which it can be resumed. */
    String suspend() throws IOException, InterruptedException {
        return stop(false);
    }

    /** Ends the input and the job, and judges what is left. */
    Verdict finish() throws IOException, InterruptedException {
        return finish(Readings.NONE);
    }

    /**
     * The same for what queries have shown, too.
     *
     * @param readings of all runs
     */
    Verdict finish(Readings readings) throws IOException, InterruptedException {
        return finish(readings, CallHistory.NONE);
    }

    /** The same for what callers were answered, too. They have ended. */
    Verdict finish(Readings readings, CallHistory calls) throws IOException, InterruptedException {
        stop(true);
        return judge(readings, calls);
    }

    private String stop(boolean drain) throws IOException, InterruptedException {
        String savepoint = client.stop(job, drain);
        Await.until("job to end, job=" + job, () -> rest.hasEnded(job));
        return savepoint;
    }

    /** What was given last is not known: what anybody has seen has to be in the sink. */
    private Verdict judge(Readings readings, CallHistory calls)
            throws IOException, InterruptedException {
        observer.awaitAll(Await.PATIENCE);
        List<Settled> results = SinkFiles.read(results());
        long count =
                1
                        + results.stream()
                                .mapToLong(Settled::number)
                                .filter(number -> number < Transfers.CALLED)
                                .max()
                                .orElse(-1);
        Oracle oracle = new Oracle(TRANSFERS, count, durability, this::isolationOf);
        return oracle.judge(results, observer.observations(), readings, calls);
    }

    private IsolationLevel isolationOf(Settled result) {
        return Objects.requireNonNull(isolation.lowerEntry(result.timestamp())).getValue();
    }

    @Override
    public void close() throws IOException {
        observer.close();
    }
}
