/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.Pinned;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Pins instances.
 *
 * @param workers run what follows
 */
record PinOperation(LocalInstances instances, Executor workers)
        implements InstanceOperation<PinRequest, Pinned> {
    @Override
    public CompletableFuture<Pinned> answer(PinRequest request, long timeoutMs) {
        Duration lease = Leases.ofMs(request.leaseMs());
        CompletableFuture<Pinned> pinned =
                instances
                        .each(
                                request.graph(),
                                request.instances(),
                                instance -> instance.state().pin(request.pin(), lease))
                        .thenApply(
                                timestamps ->
                                        new Pinned(
                                                timestamps.stream()
                                                        .mapToLong(Long::longValue)
                                                        .max()
                                                        .orElse(0)));
        return Futures.hop(pinned, workers);
    }
}
