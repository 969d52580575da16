/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.SettleRequest;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Sets the snapshot of pins, and keeps pins whose reader is done.
 *
 * @param sortedKeys drops keys when there is no further page
 * @param workers run what follows
 */
record SettleOperation(LocalInstances instances, SortedKeysCache sortedKeys, Executor workers)
        implements InstanceOperation<SettleRequest, Done> {
    @Override
    public CompletableFuture<Done> answer(SettleRequest request, long timeoutMs) {
        if (request.use() == SettleRequest.Use.LAST_PAGE) {
            sortedKeys.remove(request.pin());
        }
        CompletableFuture<Done> settled =
                instances
                        .each(
                                request.graph(),
                                request.instances(),
                                instance -> settle(instance, request))
                        .thenApply(ignored -> new Done());
        return Futures.hop(settled, workers);
    }

    private static CompletableFuture<Void> settle(
            LocalInstance<?, ?> instance, SettleRequest request) {
        Duration lease = Leases.ofMs(request.leaseMs());
        return request.use() == SettleRequest.Use.READING
                ? instance.state().settle(request.pin(), request.snapshot(), lease)
                : instance.state().keep(request.pin(), lease);
    }
}
