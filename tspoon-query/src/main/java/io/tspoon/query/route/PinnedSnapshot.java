/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.Timer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A settled pin on all instances of a t-graph. Counts its users, and is given up after the last
 * one. Any thread may use it.
 */
final class PinnedSnapshot {
    private final Layout layout;
    private final GraphInstances instances;
    private final long pin;
    private final long timestamp;
    private final Timer timer;
    private final long settledNanos = System.nanoTime();
    private final AtomicInteger users = new AtomicInteger(1);

    PinnedSnapshot(Layout layout, GraphInstances instances, long pin, long timestamp, Timer timer) {
        this.layout = layout;
        this.instances = instances;
        this.pin = pin;
        this.timestamp = timestamp;
        this.timer = timer;
    }

    Layout layout() {
        return layout;
    }

    long pin() {
        return pin;
    }

    long timestamp() {
        return timestamp;
    }

    long ageNanos() {
        return System.nanoTime() - settledNanos;
    }

    /** Adds a user; false if the last user has gone already. */
    boolean retain() {
        int before;
        do {
            before = users.get();
            if (before == 0) {
                return false;
            }
        } while (!users.compareAndSet(before, before + 1));
        return true;
    }

    void release() {
        if (users.decrementAndGet() == 0) {
            instances.unpin(pin);
        }
    }

    /**
     * Keeps the pin for later pages instead of giving it up after the last user, unless that fails
     * or times out. The caller must be a user.
     */
    CompletableFuture<Void> keep(long leaseMs, long timeoutMs) {
        return timer.limit(instances.keep(pin, timestamp, leaseMs, timeoutMs), timeoutMs)
                .thenRun(users::incrementAndGet);
    }
}
