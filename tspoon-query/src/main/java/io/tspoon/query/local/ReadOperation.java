/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.ReadValues;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Reads keys.
 *
 * @param timer enforces the timeout
 * @param workers convert values to JSON
 */
record ReadOperation(LocalInstances instances, Limits limits, Timer timer, Executor workers)
        implements InstanceOperation<ReadRequest, Optional<ReadValues>> {
    @Override
    public CompletableFuture<Optional<ReadValues>> answer(ReadRequest request, long timeoutMs) {
        int keys = request.reads().stream().mapToInt(read -> read.keys().size()).sum();
        if (keys > limits.maxEntries()) {
            throw new QueryException(
                    FailureReason.RESULT_TOO_LARGE,
                    "[TSP-4203] Cannot read keys: they are too many, "
                            + QueryOptions.MAX_ENTRIES.key()
                            + "="
                            + limits.maxEntries()
                            + ".");
        }
        SizeLimit size = SizeLimit.within(limits.maxResultBytes(), request.maxBytes());
        LocalRead all =
                new LocalRead(request.point(), size, TimeLimit.ofMs(timeoutMs), timer, workers);
        for (ReadRequest.KeysOfInstance read : request.reads()) {
            all.add(instances.require(request.graph(), read.instance()), read.keys());
        }
        return all.answer();
    }
}
