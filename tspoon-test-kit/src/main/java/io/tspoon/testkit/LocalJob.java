/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * A whole job on a Flink in this process. It is one of its own, which ends with the job, unless the
 * test has a cluster of Flink's {@code MiniClusterExtension}, which its jobs then share.
 *
 * <pre>{@code
 * StreamExecutionEnvironment environment = LocalJob.recovering(2, Duration.ofMillis(50));
 * DataStream<TransactionResult<Long>> results =
 *     InjectedFailure.after(100).in(Bank.settle(environment.fromData(transfers)));
 * List<TransactionResult<Long>> all = LocalJob.collect(results);
 * }</pre>
 *
 * <p>To look at a job while it runs, {@link #start} it, and wait for what it should do with {@link
 * #await}, which returns as soon as that is so. With checkpoints a result can be seen once the
 * checkpoint behind it is complete, and each is seen once, whatever fails.
 *
 * <p>Thread-safe. Starting a job takes about a second, so test with {@link SerialRun} whatever does
 * not need one.
 *
 * @param <T> type of the elements that are collected
 */
@PublicEvolving
public final class LocalJob<T> implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    /** More than any test provokes; else a job that always fails would never end. */
    private static final int MOST_RESTARTS = 20;

    private final JobClient job;
    private final CloseableIterator<T> iterator;
    private final Thread collector;
    private final List<T> collected = new ArrayList<>();
    private boolean ended;
    private @Nullable Throwable failure;

    private LocalJob(JobClient job, CloseableIterator<T> iterator) {
        this.job = job;
        this.iterator = iterator;
        this.collector = new Thread(this::collectAll, "tspoon-test-kit-collector");
        collector.setDaemon(true);
    }

    /** An environment without checkpoints, whose job fails with the first task that does. */
    public static StreamExecutionEnvironment environment(int parallelism) {
        return environment(parallelism, new Configuration());
    }

    /** The same with more settings, which take precedence. */
    public static StreamExecutionEnvironment environment(int parallelism, Configuration more) {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.addAll(more);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        return environment;
    }

    /** An environment with checkpoints, whose job restarts at once when a task fails. */
    public static StreamExecutionEnvironment recovering(int parallelism, Duration checkpoints) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, MOST_RESTARTS);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        return environment(parallelism, configuration);
    }

    /** Runs the job of a stream to its end, and returns the elements of the stream. */
    public static <T> List<T> collect(DataStream<T> stream) throws Exception {
        try (LocalJob<T> job = start(stream)) {
            return job.awaitEnd();
        }
    }

    /** Starts the job of a stream, and collects the elements of the stream while it runs. */
    public static <T> LocalJob<T> start(DataStream<T> stream) throws Exception {
        CloseableIterator<T> iterator = stream.collectAsync();
        JobClient client = stream.getExecutionEnvironment().executeAsync();
        LocalJob<T> job = new LocalJob<>(client, iterator);
        job.collector.start();
        return job;
    }

    private void collectAll() {
        Throwable thrown = null;
        try {
            while (iterator.hasNext()) {
                add(iterator.next());
            }
            JobExecutionResult unused = job.getJobExecutionResult().get();
        } catch (ExecutionException e) {
            thrown = e.getCause();
        } catch (InterruptedException | RuntimeException e) {
            thrown = e;
        }
        end(thrown);
    }

    private synchronized void add(T element) {
        collected.add(element);
        notifyAll();
    }

    private synchronized void end(@Nullable Throwable thrown) {
        ended = true;
        failure = thrown;
        notifyAll();
    }

    /** Returns what was collected so far. */
    public synchronized List<T> results() {
        return List.copyOf(collected);
    }

    /**
     * Waits until what was collected is such, and returns it.
     *
     * @param condition on all elements so far, in the order in which they came
     * @throws AssertionError if the job ends or fails before, or after a minute
     */
    public synchronized List<T> await(Predicate<List<T>> condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        List<T> all = results();
        while (!condition.test(all)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (ended || left <= 0) {
                throw new AssertionError(
                        "[TSP-8109] The job did not do what was waited for, ended="
                                + ended
                                + ", results="
                                + all.size()
                                + ", last="
                                + (all.isEmpty() ? "none" : all.get(all.size() - 1)),
                        failure);
            }
            wait(left);
            all = results();
        }
        return all;
    }

    /**
     * Waits until the job has ended, and returns all elements.
     *
     * @throws AssertionError if the job fails, with the failure as its cause; or after a minute
     */
    public synchronized List<T> awaitEnd() throws InterruptedException {
        List<T> unused = await(all -> ended);
        if (failure != null) {
            throw new AssertionError("[TSP-8110] The job has failed: " + failure, failure);
        }
        return results();
    }

    /**
     * Returns how often the job has started again, once it has ended: as often as {@link
     * InjectedFailure} has seen. A test that injects failures should look whether there were any.
     */
    public int restarts() throws Exception {
        Integer restarts =
                job.getJobExecutionResult()
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .getAccumulatorResult(InjectedFailure.RESTARTS);
        return restarts == null ? 0 : restarts;
    }

    /** Returns Flink's view of the job. */
    public JobClient client() {
        return job;
    }

    /** Cancels the job if it still runs, and waits until its tasks have ended. */
    @Override
    public void close() throws Exception {
        if (!isEnded()) {
            try {
                job.cancel().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException | IllegalStateException e) {
                // It has ended by itself, perhaps with its cluster; the collector finds out.
            }
        }
        collector.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        iterator.close();
    }

    private synchronized boolean isEnded() {
        return ended;
    }
}
