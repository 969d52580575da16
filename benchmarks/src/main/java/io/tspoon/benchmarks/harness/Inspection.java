/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The step from the timed part of a run to its check: sources stop, what they have offered gets its
 * results, and then the same sources of the same job ask what it has left behind.
 *
 * <p>Moved on by the harness, read by any source or sink. Cost: a volatile read for each element.
 */
public final class Inspection {
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final Map<Integer, Long> offered = new ConcurrentHashMap<>();
    private volatile boolean isStopped;
    private volatile boolean isBegun;

    /** Lets sources stop. */
    public void stop() {
        isStopped = true;
    }

    /** Lets stopped sources ask. Results that sinks get from now on are answers. */
    public void begin() {
        isBegun = true;
        begun.complete(null);
    }

    /** How many elements each subtask of the source has offered; only those that have stopped. */
    public Map<Integer, Long> offered() {
        return Map.copyOf(offered);
    }

    boolean isStopped() {
        return isStopped;
    }

    boolean isBegun() {
        return isBegun;
    }

    CompletableFuture<Void> begun() {
        return begun;
    }

    /** A subtask has stopped after so many elements. */
    void stopped(int subtask, long elements) {
        offered.put(subtask, elements);
    }
}
