/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.QueryException;
import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.InstanceName;
import io.tspoon.query.peer.UnpinRequest;

import java.util.concurrent.CompletableFuture;

/**
 * Gives up pins.
 *
 * @param sortedKeys drops the keys of the pin
 */
record UnpinOperation(LocalInstances instances, SortedKeysCache sortedKeys)
        implements InstanceOperation<UnpinRequest, Done> {
    @Override
    public CompletableFuture<Done> answer(UnpinRequest request, long timeoutMs) {
        for (InstanceName name : request.instances()) {
            try {
                instances.require(request.graph(), name).state().unpin(request.pin());
            } catch (QueryException e) {
                // The instance has ended, and its pins with it.
            }
        }
        sortedKeys.remove(request.pin());
        return CompletableFuture.completedFuture(new Done());
    }
}
