/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.AggregateRequest;
import io.tspoon.query.peer.CallOutcomeRequest;
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.CoordinatorsRequest;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.OutcomeRequest;
import io.tspoon.query.peer.OwnersRequest;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.ScanRequest;
import io.tspoon.query.peer.SettleRequest;
import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.UnpinRequest;

import org.apache.flink.annotation.Internal;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Carries out operations on the instances in this process. Any thread may use it. */
@Internal
public final class LocalPeer implements Peer {
    private final Map<Class<?>, InstanceOperation<?, ?>> operations = new HashMap<>();

    /**
     * @param workers run long conversions
     * @param scanners run scans
     * @param timer enforces timeouts, and ends what has not been used for a while
     */
    public LocalPeer(
            LocalInstances instances,
            Limits limits,
            Executor workers,
            Executor scanners,
            Timer timer) {
        SortedKeysCache sortedKeys = new SortedKeysCache(limits.pageLeaseMs(), timer);
        Scanning scanning =
                new Scanning(
                        limits,
                        timer,
                        scanners,
                        workers,
                        sortedKeys,
                        new ScanQueue(limits.maxConcurrentScans(), scanners));
        on(DescribeRequest.class, new DescribeOperation(instances, timer, workers));
        on(StatusRequest.class, new StatusOperation(instances));
        on(OutcomeRequest.class, new OutcomeOperation(instances, timer, workers));
        LocalCalls calls = instances.calls();
        on(CoordinatorsRequest.class, new CoordinatorsOperation(calls));
        on(CallRequest.class, new CallOperation(calls, timer, workers));
        on(CallOutcomeRequest.class, new CallOutcomeOperation(calls, timer, workers));
        on(OwnersRequest.class, new OwnersOperation(instances));
        on(PinRequest.class, new PinOperation(instances, workers));
        on(SettleRequest.class, new SettleOperation(instances, sortedKeys, workers));
        on(UnpinRequest.class, new UnpinOperation(instances, sortedKeys));
        on(ReadRequest.class, new ReadOperation(instances, limits, timer, workers));
        on(ScanRequest.class, new ScanOperation(instances, scanning));
        on(AggregateRequest.class, new AggregateOperation(instances, scanning));
    }

    private <Q extends PeerRequest<A>, A> void on(
            Class<Q> type, InstanceOperation<Q, A> operation) {
        operations.put(type, operation);
    }

    @Override
    public <A> CompletableFuture<A> call(PeerRequest<A> request, long timeoutMs) {
        try {
            return operationOf(request).answer(request, timeoutMs);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @SuppressWarnings("unchecked") // an operation is found by the class of its requests
    private <A> InstanceOperation<PeerRequest<A>, A> operationOf(PeerRequest<A> request) {
        InstanceOperation<?, ?> operation = operations.get(request.getClass());
        if (operation == null) {
            throw new IllegalStateException(
                    "[TSP-4504] Cannot carry out request: nothing carries it out, "
                            + request.getClass().getName());
        }
        return (InstanceOperation<PeerRequest<A>, A>) operation;
    }
}
