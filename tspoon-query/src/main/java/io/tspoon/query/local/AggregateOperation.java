/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.peer.AggregateRequest;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.PartialTotals;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Computes the totals of an instance. */
record AggregateOperation(LocalInstances instances, Scanning scanning)
        implements InstanceOperation<AggregateRequest, Optional<PartialTotals>> {
    @Override
    public CompletableFuture<Optional<PartialTotals>> answer(
            AggregateRequest request, long timeoutMs) {
        LocalInstance<?, ?> instance =
                instances.require(request.graph(), request.source().instance());
        Aggregate aggregate = request.aggregate().typed(instance.types());
        SizeLimit size = scanning.size(request.maxBytes());
        return scanning.of(request.source(), timeoutMs).totals(instance, aggregate, size);
    }
}
