/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * How one configuration is run in a round.
 *
 * @param number of the round; the seed of its transfers
 * @param seconds of each measured span
 * @param warmUpSeconds before throughput is measured
 * @param parallelism of all operators but the serial ones
 * @param accounts number of accounts, unless the configuration says otherwise
 * @param latency whether latencies are measured, too
 * @param sustainable whether the highest sustainable rate is looked for, too
 * @param recording where to write a JFR recording of the measured throughput; null for none
 * @param logDirectory where write-ahead logs go; null for the directory of temporary files
 * @param storageRate bytes per second of the storage for checkpoints; 0 for what the disk does
 */
public record RoundSettings(
        int number,
        double seconds,
        double warmUpSeconds,
        int parallelism,
        int accounts,
        boolean latency,
        boolean sustainable,
        @Nullable String recording,
        @Nullable String logDirectory,
        long storageRate) {
    /** Transfers per second over all subtasks when idle. */
    public static final double IDLE_PER_SECOND = 500;

    /** The same where each transfer waits for a disk. */
    public static final double LOGGED_IDLE_PER_SECOND = 100;

    /**
     * The load under which the second latency is measured, as a share of the throughput; unless the
     * subject says otherwise.
     */
    public static final double LOADED_SHARE = 0.5;

    /** After what the start has left was collected. */
    private static final double SETTLE_SECONDS = 3;

    /** Flink gathers elements for 100 ms unless told otherwise; best for throughput. */
    public static final long THROUGHPUT_BUFFER_TIMEOUT_MS = 100;

    /** Sends each element at once; best when idle. */
    public static final long IDLE_BUFFER_TIMEOUT_MS = 0;

    /** A compromise, as one would choose it for latency under load. */
    public static final long LOADED_BUFFER_TIMEOUT_MS = 1;

    /** Transfers of the run whose results are checked; fewer where each one costs more. */
    public static final int VERIFIED_TRANSFERS = 100_000;

    /** Few enough accounts for conflicts, and for aborts; fewer with fewer transfers. */
    public static final int VERIFIED_ACCOUNTS = 1_000;

    /** Five clusters, or fewer, to start and stop; and the checked run. */
    private static final double START_SECONDS = 8;

    /** Where write-ahead logs go. */
    public Path logParent() {
        return Path.of(logDirectory == null ? System.getProperty("java.io.tmpdir") : logDirectory);
    }

    /**
     * How long a job runs before its latencies are measured: the code is warm by then, but each new
     * job makes the compiler think again.
     */
    public double latencyWarmUpSeconds() {
        return warmUpSeconds / 2;
    }

    /** How long a job runs after a full collection, which has made its load wait. */
    public double settleSeconds() {
        return Math.min(SETTLE_SECONDS, seconds);
    }

    /** How long a round takes, about. */
    public double estimatedSeconds() {
        double before = latencyWarmUpSeconds() + settleSeconds();
        double latencies = 2 * (before + seconds);
        double unloaded = before + seconds;
        double steps = unloaded + Sustainable.MAX_STEPS * (2 * before + seconds);
        return START_SECONDS
                + warmUpSeconds
                + seconds
                + (latency ? latencies : 0)
                + (sustainable ? steps : 0);
    }
}
