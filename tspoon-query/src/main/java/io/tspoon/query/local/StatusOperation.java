/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.Statuses;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Gives the figures of the coordinators of a t-graph, of accesses in chains, of hot keys, and of
 * key groups.
 */
record StatusOperation(LocalInstances instances)
        implements InstanceOperation<StatusRequest, Statuses> {
    /** So many of each instance. */
    private static final int MAX_HOT_KEYS = 5;

    /** So many of each instance are told one by one. */
    private static final int MAX_HOT_GROUPS = 128;

    @Override
    public CompletableFuture<Statuses> answer(StatusRequest request, long timeoutMs) {
        return CompletableFuture.completedFuture(
                new Statuses(
                        instances.coordinatorsOf(request.graph()).stream()
                                .map(one -> new Statuses.Coordinator(one.index(), one.status()))
                                .toList(),
                        instances.ofGraph(request.graph()).stream()
                                .map(one -> one.state().chains())
                                .filter(Objects::nonNull)
                                .toList(),
                        instances.ofGraph(request.graph()).stream()
                                .flatMap(one -> one.hottestKeys(MAX_HOT_KEYS).stream())
                                .toList(),
                        instances.ofGraph(request.graph()).stream()
                                .map(one -> one.keyGroupLoads(MAX_HOT_GROUPS))
                                .filter(one -> !one.hottest().isEmpty())
                                .toList()));
    }
}
