/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallException;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests on their way from any thread to the coordinator's thread. Bounded: a request counts
 * until the coordinator has {@linkplain #done answered it or begun its transaction}.
 *
 * <p>Threads: {@link #add} is for any thread, everything else for that of the coordinator.
 */
final class CallQueue {
    private final int capacity;
    private final Runnable wakeUp;
    private final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** Why nothing is taken any more; null as long as something is. */
    private volatile CallException.@Nullable Reason shut;

    /** What somebody wants from the coordinator. */
    interface Request {
        /** The coordinator does not deal with it. */
        void refuse(CallException.Reason reason);
    }

    /**
     * @param capacity most requests that wait
     * @param wakeUp has the coordinator's thread {@linkplain #beginPolling poll}; for any thread
     */
    CallQueue(int capacity, Runnable wakeUp) {
        this.capacity = capacity;
        this.wakeUp = wakeUp;
    }

    /** Adds a request, or refuses it. */
    void add(Request request) {
        CallException.Reason reason = shut;
        if (reason != null) {
            request.refuse(reason);
            return;
        }
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            request.refuse(CallException.Reason.OVERLOADED);
            return;
        }
        requests.add(request);
        reason = shut;
        if (reason != null) { // checked after adding, so that neither thread leaves it behind
            refuseAll(reason);
            return;
        }
        if (scheduled.compareAndSet(false, true)) {
            wakeUp.run();
        }
    }

    /** Whatever is added from now on wakes the coordinator up again. */
    void beginPolling() {
        scheduled.set(false);
    }

    @Nullable Request poll() {
        return requests.poll();
    }

    /** A request that was polled does not wait any more. */
    void done() {
        size.decrementAndGet();
    }

    /** The number of requests that wait; for metrics. */
    int size() {
        return size.get();
    }

    /** Refuses what waits, and whatever comes. The first reason stays. */
    void shut(CallException.Reason reason) {
        if (shut == null) {
            shut = reason;
        }
        refuseAll(reason);
    }

    private void refuseAll(CallException.Reason reason) {
        Request request = requests.poll();
        while (request != null) {
            request.refuse(reason);
            done();
            request = requests.poll();
        }
    }
}
