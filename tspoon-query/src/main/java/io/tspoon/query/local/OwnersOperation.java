/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.OwnerIndexes;
import io.tspoon.query.peer.OwnersRequest;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Finds the owners of keys, with the types of any instance of the state. */
record OwnersOperation(LocalInstances instances)
        implements InstanceOperation<OwnersRequest, OwnerIndexes> {
    @Override
    public CompletableFuture<OwnerIndexes> answer(OwnersRequest request, long timeoutMs) {
        LocalInstance<?, ?> instance = instances.anyOf(request.graph(), request.state());
        if (instance == null) {
            throw new QueryException(
                    FailureReason.MOVED,
                    "[TSP-4112] Cannot find owners: no instance of the state is here.");
        }
        List<Integer> owners = new ArrayList<>(request.keys().size());
        for (JsonNode key : request.keys()) {
            owners.add(instance.ownerOf(key));
        }
        return CompletableFuture.completedFuture(new OwnerIndexes(owners));
    }
}
