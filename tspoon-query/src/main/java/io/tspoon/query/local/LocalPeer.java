/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.AggregateRequest;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.OwnersRequest;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.Request;
import io.tspoon.query.peer.ScanRequest;
import io.tspoon.query.peer.SettleRequest;
import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.UnpinRequest;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Carries out operations on the instances in this process. Any thread may use it. */
public final class LocalPeer implements Peer {
    private final Map<Class<?>, Handler<?, ?>> handlers = new HashMap<>();

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
        on(DescribeRequest.class, new DescribeHandler(instances, timer, workers));
        on(StatusRequest.class, new StatusHandler(instances));
        on(OwnersRequest.class, new OwnersHandler(instances));
        on(PinRequest.class, new PinHandler(instances, workers));
        on(SettleRequest.class, new SettleHandler(instances, sortedKeys, workers));
        on(UnpinRequest.class, new UnpinHandler(instances, sortedKeys));
        on(ReadRequest.class, new ReadHandler(instances, limits, timer, workers));
        on(ScanRequest.class, new ScanHandler(instances, scanning));
        on(AggregateRequest.class, new AggregateHandler(instances, scanning));
    }

    private <Q extends Request<A>, A> void on(Class<Q> type, Handler<Q, A> handler) {
        handlers.put(type, handler);
    }

    @Override
    public <A> CompletableFuture<A> call(Request<A> request, long timeoutMs) {
        try {
            return handlerOf(request).answer(request, timeoutMs);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @SuppressWarnings("unchecked") // a handler is found by the class of its requests
    private <A> Handler<Request<A>, A> handlerOf(Request<A> request) {
        Handler<?, ?> handler = handlers.get(request.getClass());
        if (handler == null) {
            throw new IllegalStateException(
                    "Cannot carry out request: it has no handler, " + request.getClass().getName());
        }
        return (Handler<Request<A>, A>) handler;
    }
}
