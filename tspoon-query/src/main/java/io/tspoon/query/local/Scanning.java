/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.PinnedInstance;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What scans and aggregates of a server share.
 *
 * @param limits maximum numbers of keys and bytes
 * @param timer enforces timeouts
 * @param scanners run the work between two slices
 * @param workers run what follows
 * @param sortedKeys sorted keys of scans that have further pages
 * @param queue bounds the number of scans at once
 */
record Scanning(
        Limits limits,
        Timer timer,
        Executor scanners,
        Executor workers,
        SortedKeysCache sortedKeys,
        ScanQueue queue) {
    /** A scan of an instance at a pinned snapshot. */
    InstanceScan of(PinnedInstance source, long timeoutMs) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        return new InstanceScan(source.pin(), source.snapshot(), deadlineNanos, this);
    }

    /** Does something long when its turn comes; what follows runs in a worker. */
    <A> CompletableFuture<A> inTurn(Supplier<CompletableFuture<A>> work) {
        return Futures.hop(queue.run(work), workers);
    }

    /** The limit of an answer, for a server that has room for so many bytes. */
    SizeLimit size(long maxBytes) {
        return SizeLimit.within(limits.maxResultBytes(), maxBytes);
    }
}
