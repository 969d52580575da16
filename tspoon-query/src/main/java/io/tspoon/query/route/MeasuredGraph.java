/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.peer.HottestKey;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The figures of a t-graph.
 *
 * @param job hexadecimal id of its job
 * @param name name of the t-graph
 * @param timeMs when it was measured, in milliseconds since 1970
 * @param coordinators number of its coordinators
 * @param total the figures of all of them together
 * @param chains those of all instances together; null if nothing is executed in chains
 * @param hottestKeys the keys that are accessed most, hottest first
 * @param keyGroups how evenly the accesses of each state are spread over its instances
 */
@Internal
public record MeasuredGraph(
        String job,
        String name,
        long timeMs,
        int coordinators,
        CoordinatorStatus total,
        @Nullable ChainStatus chains,
        List<HottestKey> hottestKeys,
        List<KeyGroupBalance> keyGroups) {}
