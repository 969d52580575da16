/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The coordinators of a t-graph at a server, and what its instances there do.
 *
 * @param coordinators the status of each
 * @param chains the figures of each instance whose accesses are executed in chains
 * @param hottestKeys those of all instances, a few of each
 * @param keyGroups how much the key groups of each instance are accessed
 */
@Internal
public record Statuses(
        List<Coordinator> coordinators,
        List<ChainStatus> chains,
        List<HottestKey> hottestKeys,
        List<KeyGroupLoads> keyGroups) {
    /**
     * A coordinator.
     *
     * @param index index of the coordinator
     * @param status its figures
     */
    public record Coordinator(int index, CoordinatorStatus status) {}
}
