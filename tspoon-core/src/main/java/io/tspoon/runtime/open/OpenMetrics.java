/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.RecentHistogram;
import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.protocol.regime.Isolation;
import io.tspoon.read.Backlog;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

import java.util.function.LongSupplier;

/** The metrics of one coordinator, in the group {@code tspoon} of its open operator. */
final class OpenMetrics {
    private static final int LATENCY_SAMPLE_MASK = 15;

    /** The number of refused attempts, which are executed again. */
    final Counter retries;

    /** Nanoseconds from admission to completion, for one transaction in sixteen. */
    final Histogram latencyNanos;

    /** The number of attempts in a round when it is sent. */
    final Histogram roundSize;

    private final MetricGroup own;
    private volatile @Nullable BatchMetrics batches;
    private volatile @Nullable Triggers triggers;
    private volatile int inFlight;

    /** When the oldest transaction in flight was admitted; 0 if there is none. */
    private volatile long oldestNanos;

    private volatile long lastQuiesceMs;

    /** Whether the pause of the last checkpoint lasts until the next greeting is answered. */
    private boolean pauses;

    private volatile long lastLogRecoveryMs;
    private volatile long awaitedInputs;

    OpenMetrics(MetricGroup group) {
        own = group.addGroup("tspoon");
        retries = own.counter("retries");
        latencyNanos = own.histogram("transactionLatencyNanos", RecentHistogram.ofNanos());
        roundSize = own.histogram("roundSize", RecentHistogram.ofSizes());
        own.gauge("inFlightTransactions", () -> inFlight);
        own.gauge("oldestTransactionMs", this::oldestAgeMs);
        own.gauge("lastQuiesceMs", () -> lastQuiesceMs);
    }

    /**
     * Adds the metrics of the log: the bytes that it occupies, how long outcomes have waited for it
     * and wait now, how long it took to read it back, and how many of its inputs the source may
     * give again.
     */
    void log(CommitLog log) {
        own.gauge("logBytes", log::bytes);
        log.onWait(own.histogram("logWaitNanos", RecentHistogram.ofNanos())::update);
        own.gauge("logWaitingMs", log::waitingMs);
        own.gauge("lastLogRecoveryMs", () -> lastLogRecoveryMs);
        own.gauge("awaitedInputs", () -> awaitedInputs);
    }

    /**
     * Adds the metric for how long greetings have been unanswered.
     *
     * @return the watch that the metric reads, which must be told of greetings and answers
     */
    GreetingWatch greetings(OpenPlan<?> plan, TaskInfo task) {
        GreetingWatch watch = new GreetingWatch(plan, task, this::greeted, System::nanoTime);
        own.gauge("unansweredGreetingsMs", watch::unansweredMs);
        return watch;
    }

    /**
     * Adds the metrics of batches.
     *
     * @param now tells the time at which elements come
     */
    BatchMetrics batches(LongSupplier now) {
        BatchMetrics added = new BatchMetrics(own, now);
        batches = added;
        return added;
    }

    /** What waits to be executed. Any thread may ask. */
    Backlog backlog() {
        BatchMetrics ofBatches = batches;
        Triggers ofTriggers = triggers;
        return new Backlog(
                ofBatches == null ? null : ofBatches.status(),
                ofTriggers == null ? null : Integer.valueOf(ofTriggers.waiting));
    }

    /** Adds the metric that counts timers. */
    Counter timers() {
        return own.counter("timersFired");
    }

    /** Adds the metrics of triggered transactions. */
    Triggers triggers() {
        Triggers added = new Triggers(own);
        triggers = added;
        return added;
    }

    /** Metrics of triggered transactions. */
    static final class Triggers {
        private final Counter ended;
        private volatile int waiting;

        private Triggers(MetricGroup group) {
            ended = group.counter("triggered");
            group.gauge("triggersWaiting", () -> waiting);
        }

        void ended(int transactions) {
            ended.inc(transactions);
        }

        void waiting(int transactions) {
            waiting = transactions;
        }
    }

    /** If transactions are executed in chains, adds the metric for who keeps them waiting. */
    void chains(Isolation isolation, HorizonHolder holder) {
        isolation.execution(new ChainGauges(holder)).run();
    }

    private final class ChainGauges implements ExecutionWays<Runnable> {
        private final HorizonHolder holder;

        ChainGauges(HorizonHolder holder) {
            this.holder = holder;
        }

        @Override
        public Runnable inAttempts(AttemptIsolation ofAttempts) {
            return () -> {};
        }

        @Override
        public Runnable inChains() {
            return () -> own.gauge("horizonHolder", this::waitedFor);
        }

        private int waitedFor() {
            return inFlight == 0 ? HorizonHolder.NOBODY : holder.participant();
        }
    }

    /** Whether the latency of an admission is measured, as it is for one in sixteen. */
    static boolean isSampled(long number) {
        return (number & LATENCY_SAMPLE_MASK) == 0;
    }

    void recovered(long milliseconds) {
        lastLogRecoveryMs = milliseconds;
    }

    void awaitedInputs(long inputs) {
        awaitedInputs = inputs;
    }

    /**
     * @param oldestAdmittedNanos when the oldest of them was admitted; 0 if there is none
     */
    void inFlight(int transactions, long oldestAdmittedNanos) {
        inFlight = transactions;
        oldestNanos = oldestAdmittedNanos;
    }

    int inFlight() {
        return inFlight;
    }

    /** How long ago the oldest transaction in flight was admitted; 0 if there is none. */
    long oldestAgeMs() {
        long oldest = oldestNanos;
        return oldest == 0 ? 0 : Math.max(0, (System.nanoTime() - oldest) / 1_000_000);
    }

    /**
     * Nothing was admitted for this time, up to a checkpoint barrier.
     *
     * @param left whether an element behind the barrier waits until all have answered that the
     *     coordinator is back
     */
    void quiesced(long milliseconds, boolean left) {
        lastQuiesceMs = milliseconds;
        pauses = left;
    }

    /** Nothing could be admitted for this time, until all had answered a greeting. */
    private void greeted(long milliseconds) {
        if (pauses) {
            pauses = false;
            long before = lastQuiesceMs;
            lastQuiesceMs = before + milliseconds;
        }
    }
}
