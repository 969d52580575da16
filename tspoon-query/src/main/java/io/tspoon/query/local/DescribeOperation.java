/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.Described;
import io.tspoon.query.peer.DescribedInstance;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.StateRules;
import io.tspoon.read.StateInstance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Describes the instances of a t-graph.
 *
 * @param timer ends the wait for counts
 * @param workers run what follows
 */
record DescribeOperation(LocalInstances instances, Timer timer, Executor workers)
        implements InstanceOperation<DescribeRequest, Described> {
    /** How long a description waits for a count. A slower count goes on for a later description. */
    private static final long COUNT_WAIT_MS = 1_000;

    @Override
    public CompletableFuture<Described> answer(DescribeRequest request, long timeoutMs) {
        long waitMs = Math.min(COUNT_WAIT_MS, timeoutMs / 2);
        List<CompletableFuture<DescribedInstance>> all = new ArrayList<>();
        for (LocalInstance<?, ?> instance : instances.ofGraph(request.graph())) {
            all.add(
                    keysOf(instance, request.size(), waitMs)
                            .thenApply(keys -> description(instance, keys)));
        }
        return Futures.hop(Futures.<DescribedInstance>all(all), workers)
                .thenApply(
                        described ->
                                new Described(
                                        described, instances.calls().describe(request.graph())));
    }

    private CompletableFuture<Long> keysOf(
            LocalInstance<?, ?> instance, DescribeRequest.Size size, long waitMs) {
        return size == DescribeRequest.Size.LEFT_OUT
                ? CompletableFuture.completedFuture(DescribedInstance.UNCOUNTED)
                : timer.limit(instance.state().keyCount(), waitMs)
                        .exceptionally(failure -> DescribedInstance.UNCOUNTED);
    }

    private static DescribedInstance description(LocalInstance<?, ?> instance, long keys) {
        StateInstance<?, ?> description = instance.description();
        return new DescribedInstance(
                description.state(),
                description.index(),
                new EntrySchemas(
                        instance.keyType().schema(),
                        instance.valueType().schema(),
                        instance.initialValue().isNull() ? null : instance.initialValue()),
                new StateRules(
                        description.maxParallelism(),
                        description.constraint(),
                        description.retention().toMillis()),
                keys,
                instance.indexStatus());
    }
}
