/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one configuration did in one round.
 *
 * @param verified a bounded run whose results were checked; null for banks without guarantees
 * @param throughput as fast as transfers are taken
 * @param idle latency at a rate that leaves nearly all time unused; null if not asked for
 * @param loaded latency at a share of the throughput of this round; null if not asked for
 * @param log what the write-ahead log did during the throughput; null without one
 * @param reads what readers got beside the throughput; null if nobody reads, or they are measured
 * @param recovery what a restart cost; null if not asked for
 * @param sustainable the highest rate that is sustained; null if not asked for
 * @param elasticity what changes of the parallelism cost; null if not asked for
 */
public record Round(
        @Nullable Verified verified,
        Throughput throughput,
        @Nullable Latency idle,
        @Nullable Latency loaded,
        @Nullable LogUse log,
        @Nullable Reads reads,
        @Nullable Recovery recovery,
        @Nullable Sustainable sustainable,
        @Nullable Elasticity elasticity) {
    /** A round that measured the throughput alone. */
    public static Round of(Throughput throughput) {
        return new Round(null, throughput, null, null, null, null, null, null, null);
    }

    /** What of the idle latency is not the disk's; null without a log or that latency. */
    public @Nullable Double idleBeyondSyncMs() {
        return log == null || idle == null ? null : idle.p50Ms() - log.syncMs();
    }

    /** The same round, its results checked. */
    public Round verified(Verified checked) {
        return new Round(
                checked, throughput, idle, loaded, log, reads, recovery, sustainable, elasticity);
    }

    /** The same round with its recovery. */
    public Round withRecovery(Recovery measured) {
        return new Round(
                verified, throughput, idle, loaded, log, reads, measured, sustainable, elasticity);
    }

    /** The same round with what changes of the parallelism cost. */
    public Round withElasticity(Elasticity measured) {
        return new Round(
                verified, throughput, idle, loaded, log, reads, recovery, sustainable, measured);
    }
}
