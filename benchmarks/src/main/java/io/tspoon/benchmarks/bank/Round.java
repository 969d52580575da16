/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.jspecify.annotations.Nullable;

/**
 * What one configuration did in one round.
 *
 * @param verified a bounded run whose results were checked; null for banks without guarantees
 * @param throughput as fast as transfers are taken
 * @param idle latency at a rate that leaves nearly all time unused; null if not asked for
 * @param loaded latency at a share of the throughput of this round; null if not asked for
 * @param log what the write-ahead log did during the throughput; null without one
 * @param recovery what a restart cost; null if not asked for
 */
public record Round(
        Verification.@Nullable Verified verified,
        Throughput throughput,
        @Nullable Latency idle,
        @Nullable Latency loaded,
        @Nullable LogUse log,
        @Nullable Recovery recovery) {}
