/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.CallTaker;
import io.tspoon.query.peer.Coordinators;
import io.tspoon.query.peer.CoordinatorsRequest;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Tells which coordinators are in this process, what can be called, and which ones own keys. */
record CoordinatorsOperation(LocalCalls calls)
        implements InstanceOperation<CoordinatorsRequest, Coordinators> {
    @Override
    public CompletableFuture<Coordinators> answer(CoordinatorsRequest request, long timeoutMs) {
        Map<Integer, CallTaker> takers = calls.takers(request.graph());
        List<Integer> indexes = calls.indexes(request.graph());
        if (takers.isEmpty()) {
            return CompletableFuture.completedFuture(
                    new Coordinators(0, indexes, List.of(), List.of()));
        }
        CallTaker any = takers.values().iterator().next();
        return CompletableFuture.completedFuture(
                new Coordinators(
                        any.parallelism(),
                        indexes,
                        any.procedures().stream().map(one -> one.name()).toList(),
                        request.keys().stream().map(any::owner).toList()));
    }
}
